/* json.c - Python objects as JSON, for the library's reader of instances. Written for speed: a dict costs about as much to write as
 * the reader needs to read it. */
#include "pyknap.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values on level INNER, in objects of items such as "metadata", are never refused: one that cannot be written becomes null. The levels
 * before are the instance, its list of items, an item, and its members. */
enum { KEYS = 256, DEEPEST = 100, INNER = 4 };

/* The name of a member, with its quotes and colon. */
typedef struct py_key {
    PyObject *name; /* a strong reference, so that its address stays its own */
    char *bytes;
    size_t length;
} py_key;

void py_json_free(py_json *json)
{
    for (size_t i = 0; json->keys && i < KEYS; i++) {
        Py_XDECREF(json->keys[i].name);
        free(json->keys[i].bytes);
    }
    free(json->keys);
    free(json->bytes);
    *json = (py_json){.bytes = NULL};
}

static bool grow(py_json *json, size_t more)
{
    size_t capacity = 2 * json->capacity + more + 4096;
    char *grown = realloc(json->bytes, capacity);
    if (!grown) {
        PyErr_NoMemory();
        return false;
    }
    json->bytes = grown;
    json->capacity = capacity;
    return true;
}

/* Room for `more` bytes. */
static inline bool make_room(py_json *json, size_t more)
{
    return json->length + more <= json->capacity || grow(json, more);
}

bool py_json_raw(py_json *json, const char *bytes, size_t length)
{
    if (!make_room(json, length))
        return false;
    memcpy(json->bytes + json->length, bytes, length);
    json->length += length;
    return true;
}

static inline bool add_byte(py_json *json, char byte)
{
    if (!make_room(json, 1))
        return false;
    json->bytes[json->length++] = byte;
    return true;
}

/* ---- Strings ---- */

/* Writes U+FFFD for a 0 character, which the reader refuses. */
static bool add_text(py_json *json, const char *text, Py_ssize_t length)
{
    char *to;
    if (!make_room(json, 6 * (size_t)length + 2))
        return false;
    to = json->bytes + json->length;
    *to++ = '"';
    for (Py_ssize_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c != '"' && c != '\\') {
            *to++ = (char)c;
        } else if (c == '"' || c == '\\') {
            *to++ = '\\';
            *to++ = (char)c;
        } else if (!c) {
            memcpy(to, "\xEF\xBF\xBD", 3);
            to += 3;
        } else {
            static const char digits[] = "0123456789abcdef";
            memcpy(to, "\\u00", 4);
            to[4] = digits[c >> 4];
            to[5] = digits[c & 15];
            to += 6;
        }
    }
    *to++ = '"';
    json->length = (size_t)(to - json->bytes);
    return true;
}

static bool add_string(py_json *json, PyObject *string)
{
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(string, &length);
    PyObject *bytes, *whole;
    bool done;
    if (text)
        return add_text(json, text, length);
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError))
        return false;
    PyErr_Clear(); /* halves of characters: pairs of them are joined, and others become U+FFFD */
    bytes = PyUnicode_AsEncodedString(string, "utf-16", "surrogatepass");
    whole = bytes ? PyUnicode_FromEncodedObject(bytes, "utf-16", "replace") : NULL;
    text = whole ? PyUnicode_AsUTF8AndSize(whole, &length) : NULL;
    done = text && add_text(json, text, length);
    Py_XDECREF(bytes);
    Py_XDECREF(whole);
    return done;
}

static bool add_new_key(py_json *json, py_key *slot, PyObject *name)
{
    size_t start = json->length;
    if (!add_string(json, name) || !add_byte(json, ':'))
        return false;
    Py_XDECREF(slot->name);
    free(slot->bytes);
    *slot = (py_key){.length = json->length - start};
    if (!(slot->bytes = malloc(slot->length))) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(slot->bytes, json->bytes + start, slot->length);
    Py_INCREF(name);
    slot->name = name;
    return true;
}

/* The name of a member. Most dicts share their names, as the same strings. */
static bool add_key(py_json *json, PyObject *name)
{
    size_t address = (size_t)name >> 4;
    py_key *slot;
    if (!json->keys && !(json->keys = calloc(KEYS, sizeof *json->keys))) {
        PyErr_NoMemory();
        return false;
    }
    slot = &json->keys[(address ^ (address >> 8)) % KEYS];
    if (slot->name == name)
        return py_json_raw(json, slot->bytes, slot->length);
    if (!PyUnicode_Check(name)) {
        PyObject *text = PyObject_Str(name);
        bool done = text && add_string(json, text) && add_byte(json, ':');
        Py_XDECREF(text);
        return done;
    }
    return add_new_key(json, slot, name);
}

/* ---- Numbers ---- */

static char *put_digits(char *to, uint64_t value)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

/* Exactly eight digits, two at a time. */
static char *put_eight(char *to, uint32_t value)
{
    static const char pairs[] =
        "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
        "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    uint32_t high = value / 10000, low = value % 10000;
    memcpy(to, pairs + 2 * (high / 100), 2);
    memcpy(to + 2, pairs + 2 * (high % 100), 2);
    memcpy(to + 4, pairs + 2 * (low / 100), 2);
    memcpy(to + 6, pairs + 2 * (low % 100), 2);
    return to + 8;
}

/* `digits` times 10^-places, without zeros at the end. */
static char *put_decimal(char *to, uint64_t digits, int places)
{
    char text[24];
    int count = 0;
    while (places > 1 && digits % 10 == 0) {
        digits /= 10;
        places--;
    }
    for (; count < places; digits /= 10)
        text[count++] = (char)('0' + digits % 10);
    text[count++] = '.';
    do
        text[count++] = (char)('0' + digits % 10);
    while ((digits /= 10) > 0);
    while (count > 0)
        *to++ = text[--count];
    return to;
}

/* 17 digits and an exponent, which are enough for every double: the product has at least 64 bits, so that its error is far below
 * the distance of two doubles. Returns NULL for numbers that are too large or too small for the table. */
static char *put_all_digits(char *to, double size)
{
#if LDBL_MANT_DIG >= 64
    static const long double power[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                        1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                        1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
    int exponent, places;
    long double scaled;
    uint64_t digits;
    if (size < 1e-10 || size >= 1e16)
        return NULL;
    frexp(size, &exponent);
    places = 16 - (int)floor((exponent - 1) * 0.30102999566398120); /* size * 10^places is in [10^16, 2 * 10^17) */
    scaled = (long double)size * power[places];
    if (scaled >= 1e17L)
        scaled = (long double)size * power[--places];
    digits = (uint64_t)(scaled + 0.5L);
    to = put_digits(to, digits / 10000000000000000); /* one digit, or two where 10^17 - 1/2 was rounded up */
    digits %= 10000000000000000;
    to = put_eight(put_eight(to, (uint32_t)(digits / 100000000)), (uint32_t)(digits % 100000000));
    *to++ = 'e';
    *to++ = '-';
    return put_digits(to, (uint64_t)places);
#else
    (void)size;
    (void)to;
    return NULL;
#endif
}

/* Writes a number so that a correct reader gets the same double. Most numbers have few decimals: m / 10^k is the nearest double
 * of the decimal where m < 2^53 and k <= 22, because both are exact and the division is rounded once. */
size_t py_json_real(double value, char *text)
{
    static const double power[] = {1e1, 1e4, 1e8};
    static const int places[] = {1, 4, 8};
    double size = fabs(value);
    char *to = text, *end;
    if (signbit(value))
        *to++ = '-';
    for (int i = 0; i < 3; i++) {
        double scaled = size * power[i];
        if (scaled >= 9e15)
            break;
        if ((double)(uint64_t)(scaled + 0.5) / power[i] == size)
            return (size_t)(put_decimal(to, (uint64_t)(scaled + 0.5), places[i]) - text);
    }
    if ((end = put_all_digits(to, size)))
        return (size_t)(end - text);
    return (size_t)(to - text) + (size_t)snprintf(to, 28, "%.17g", size);
}

static bool add_real(py_json *json, double value)
{
    if (isnan(value))
        return py_json_raw(json, "null", 4);
    if (isinf(value)) {
        py_usage("an infinite number: expected a finite one, or nan for none");
        return false;
    }
    if (!make_room(json, 32))
        return false;
    json->length += py_json_real(value, json->bytes + json->length);
    return true;
}

static bool add_integer(py_json *json, PyObject *value, int depth)
{
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    char *to;
    if (overflow && depth >= INNER)
        return py_json_raw(json, "null", 4);
    if (overflow) { /* the reader names the limit */
        PyObject *text = PyObject_Str(value);
        Py_ssize_t length;
        const char *digits = text ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
        bool done = digits && py_json_raw(json, digits, (size_t)length);
        Py_XDECREF(text);
        return done;
    }
    if (number == -1 && PyErr_Occurred())
        return false;
    if (!make_room(json, 24))
        return false;
    to = json->bytes + json->length;
    if (number < 0)
        *to++ = '-';
    to = put_digits(to, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
    json->length = (size_t)(to - json->bytes);
    return true;
}

/* ---- Values ---- */

static bool add_value(py_json *json, PyObject *value, int depth);

/* Whether the name, which is not a str, has the letters of another name: {3: ..., "3": ...}. */
static bool comes_again(PyObject *dict, PyObject *name, bool *again)
{
    PyObject *text = PyObject_Str(name);
    int found = text ? PyDict_Contains(dict, text) : -1;
    Py_XDECREF(text);
    *again = found > 0;
    return found >= 0;
}

/* Values and names of the caller's classes run code, which may change the dict or list that has them: each is kept while it is
 * written. */
static bool add_member(py_json *json, PyObject *dict, PyObject *name, PyObject *value, int depth, bool *any)
{
    bool again = false, good;
    Py_INCREF(name);
    Py_INCREF(value);
    good = PyUnicode_Check(name) || comes_again(dict, name, &again);
    if (good && !again) {
        good = (!*any || add_byte(json, ',')) && add_key(json, name) && add_value(json, value, depth + 1);
        *any = true;
    }
    Py_DECREF(name);
    Py_DECREF(value);
    return good;
}

static bool add_dict(py_json *json, PyObject *dict, int depth)
{
    Py_ssize_t at = 0, count = PyDict_Size(dict);
    PyObject *name, *value;
    bool any = false;
    if (!add_byte(json, '{'))
        return false;
    while (PyDict_Next(dict, &at, &name, &value)) {
        if (!add_member(json, dict, name, value, depth, &any))
            return false;
        if (PyDict_Size(dict) != count) {
            py_usage("a dict changed while it was read: copy what methods such as tolist() change");
            return false;
        }
    }
    return add_byte(json, '}');
}

static bool add_list(py_json *json, PyObject *list, int depth)
{
    bool tuple = PyTuple_Check(list), good = add_byte(json, '[');
    for (Py_ssize_t i = 0; good && i < (tuple ? PyTuple_Size(list) : PyList_Size(list)); i++) {
        PyObject *value = tuple ? PyTuple_GetItem(list, i) : PyList_GetItem(list, i);
        Py_INCREF(value);
        good = (i == 0 || add_byte(json, ',')) && add_value(json, value, depth + 1);
        Py_DECREF(value);
    }
    return good && add_byte(json, ']');
}

/* Dates, paths, bytes, UUIDs and members of enumerations as the value that stands for them; NULL without an exception for other types. */
static PyObject *stand_in(PyObject *value)
{
    if (PyBytes_Check(value) || PyByteArray_Check(value))
        return PyUnicode_FromEncodedObject(value, "utf-8", "replace");
    if (PyObject_HasAttrString(value, "isoformat"))
        return PyObject_CallMethod(value, "isoformat", NULL);
    if (PyObject_HasAttrString(value, "__fspath__"))
        return PyObject_CallMethod(value, "__fspath__", NULL);
    if (PyObject_HasAttrString(value, "urn"))
        return PyObject_Str(value);
    return PyObject_HasAttrString(value, "_value_") ? PyObject_GetAttrString(value, "_value_") : NULL;
}

/* A value of another type as one of Python's own: numpy's arrays and numbers, mappings such as Spark's rows, sequences. */
static PyObject *as_own(PyObject *value, int depth)
{
    static const char *const methods[] = {"tolist", "asDict", "item"};
    PyObject *made = stand_in(value);
    if (made || PyErr_Occurred())
        return made;
    for (int i = 0; i < 3; i++)
        if (PyObject_HasAttrString(value, methods[i]))
            return PyObject_CallMethod(value, methods[i], NULL);
    if (PyMapping_Check(value) && PyObject_HasAttrString(value, "keys")) {
        made = PyDict_New();
        if (made && PyDict_Update(made, value))
            Py_CLEAR(made);
        return made;
    }
    if (PyObject_HasAttrString(value, "__float__"))
        return PyNumber_Float(value);
    if (PyAnySet_Check(value) || (depth < INNER && PyObject_HasAttrString(value, "__iter__")))
        return PySequence_List(value); /* a file or generator in metadata is not read */
    py_usage("an object of type %R has no JSON form: expected dict, list, str or number", (PyObject *)Py_TYPE(value));
    return NULL;
}

static bool is_own(PyObject *value)
{
    return PyUnicode_Check(value) || PyFloat_Check(value) || PyLong_Check(value) || PyDict_Check(value) ||
           PyList_Check(value) || PyTuple_Check(value) || value == Py_None;
}

/* The value that is made has the level of the other one. */
static bool add_other(py_json *json, PyObject *value, int depth)
{
    PyObject *made = as_own(value, depth);
    bool done;
    for (int steps = 0; made && !is_own(made) && steps < 3; steps++) { /* numpy's dates have dates of Python */
        PyObject *next = as_own(made, depth);
        Py_DECREF(made);
        made = next;
    }
    if (made && !is_own(made)) {
        py_usage("an object of type %R has no JSON form: expected dict, list, str or number",
                 (PyObject *)Py_TYPE(value));
        Py_CLEAR(made);
    }
    done = made && add_value(json, made, depth);
    Py_XDECREF(made);
    return done;
}

static bool add_known(py_json *json, PyObject *value, int depth)
{
    PyTypeObject *type = Py_TYPE(value);
    if (depth > DEEPEST) {
        py_usage("more than %d levels of lists and dicts", DEEPEST);
        return false;
    }
    if (type == &PyFloat_Type)
        return add_real(json, PyFloat_AsDouble(value));
    if (type == &PyLong_Type)
        return add_integer(json, value, depth);
    if (type == &PyUnicode_Type)
        return add_string(json, value);
    if (type == &PyDict_Type)
        return add_dict(json, value, depth);
    if (type == &PyList_Type)
        return add_list(json, value, depth);
    if (value == Py_None)
        return py_json_raw(json, "null", 4);
    if (value == Py_True || value == Py_False)
        return value == Py_True ? py_json_raw(json, "true", 4) : py_json_raw(json, "false", 5);
    if (PyUnicode_Check(value))
        return add_string(json, value);
    if (PyFloat_Check(value))
        return add_real(json, PyFloat_AsDouble(value));
    if (PyLong_Check(value))
        return add_integer(json, value, depth);
    if (PyDict_Check(value))
        return add_dict(json, value, depth);
    if (PyObject_HasAttrString(value, "asDict")) /* a row of Spark is a tuple too */
        return add_other(json, value, depth);
    if (PyTuple_Check(value) || PyList_Check(value))
        return add_list(json, value, depth);
    return add_other(json, value, depth);
}

static bool add_value(py_json *json, PyObject *value, int depth)
{
    size_t start = json->length;
    if (add_known(json, value, depth))
        return true;
    if (depth != INNER || !PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_MemoryError))
        return false;
    PyErr_Clear();
    json->length = start;
    return py_json_raw(json, "null", 4);
}

bool py_json_add(py_json *json, PyObject *value)
{
    bool good;
    if (!value) /* of a list that became shorter */
        return false;
    Py_INCREF(value);
    good = add_value(json, value, 0);
    Py_DECREF(value);
    return good;
}
