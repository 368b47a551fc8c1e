/* pdf_sections.c - the table of headings that tell what follows them. */
#include "formats/pdf_sections.h"
#include "base/ascii.h"

#include <string.h>

static const struct {
    const char *key;
    kn_pdf_section section;
} names[] = {
    {"abstract", KN_PDF_ABSTRACT},
    {"summary", KN_PDF_ABSTRACT},
    {"zusammenfassung", KN_PDF_ABSTRACT},
    {"kurzfassung", KN_PDF_ABSTRACT},
    {"résumé", KN_PDF_ABSTRACT},
    {"resumen", KN_PDF_ABSTRACT},
    {"resumo", KN_PDF_ABSTRACT},
    {"sommario", KN_PDF_ABSTRACT},
    {"riassunto", KN_PDF_ABSTRACT},
    {"samenvatting", KN_PDF_ABSTRACT},
    {"streszczenie", KN_PDF_ABSTRACT},
    {"abstrakt", KN_PDF_ABSTRACT},
    {"Аннотация", KN_PDF_ABSTRACT},
    {"摘要", KN_PDF_ABSTRACT},
    {"概要", KN_PDF_ABSTRACT},
    {"要旨", KN_PDF_ABSTRACT},
    {"초록", KN_PDF_ABSTRACT},
    {"references", KN_PDF_REFERENCES},
    {"bibliography", KN_PDF_REFERENCES},
    {"literaturecited", KN_PDF_REFERENCES},
    {"workscited", KN_PDF_REFERENCES},
    {"literatur", KN_PDF_REFERENCES},
    {"literaturverzeichnis", KN_PDF_REFERENCES},
    {"références", KN_PDF_REFERENCES},
    {"bibliographie", KN_PDF_REFERENCES},
    {"referencias", KN_PDF_REFERENCES},
    {"bibliografía", KN_PDF_REFERENCES},
    {"bibliografia", KN_PDF_REFERENCES},
    {"riferimenti", KN_PDF_REFERENCES},
    {"riferimentibibliografici", KN_PDF_REFERENCES},
    {"referências", KN_PDF_REFERENCES},
    {"literatuur", KN_PDF_REFERENCES},
    {"literatura", KN_PDF_REFERENCES},
    {"litteratur", KN_PDF_REFERENCES},
    {"referenser", KN_PDF_REFERENCES},
    {"kaynakça", KN_PDF_REFERENCES},
    {"Литература", KN_PDF_REFERENCES},
    {"Списоклитературы", KN_PDF_REFERENCES},
    {"参考文献", KN_PDF_REFERENCES},
    {"參考文獻", KN_PDF_REFERENCES},
    {"참고문헌", KN_PDF_REFERENCES},
    {"contents", KN_PDF_CONTENTS},
    {"tableofcontents", KN_PDF_CONTENTS},
    {"listoffigures", KN_PDF_CONTENTS},
    {"listoftables", KN_PDF_CONTENTS},
    {"inhalt", KN_PDF_CONTENTS},
    {"inhaltsverzeichnis", KN_PDF_CONTENTS},
    {"tabledesmatières", KN_PDF_CONTENTS},
    {"sommaire", KN_PDF_CONTENTS},
    {"índice", KN_PDF_CONTENTS},
    {"contenido", KN_PDF_CONTENTS},
    {"sumário", KN_PDF_CONTENTS},
    {"indice", KN_PDF_CONTENTS},
    {"inhoudsopgave", KN_PDF_CONTENTS},
    {"obsah", KN_PDF_CONTENTS},
    {"Содержание", KN_PDF_CONTENTS},
    {"Оглавление", KN_PDF_CONTENTS},
    {"目次", KN_PDF_CONTENTS},
    {"目录", KN_PDF_CONTENTS},
    {"目錄", KN_PDF_CONTENTS},
    {"차례", KN_PDF_CONTENTS},
    {"목차", KN_PDF_CONTENTS},
    {"index", KN_PDF_INDEX},
    {"conceptindex", KN_PDF_INDEX},
    {"functionindex", KN_PDF_INDEX},
    {"functionandvariableindex", KN_PDF_INDEX},
    {"variableindex", KN_PDF_INDEX},
    {"keywordindex", KN_PDF_INDEX},
    {"generalindex", KN_PDF_INDEX},
    {"subjectindex", KN_PDF_INDEX},
    {"stichwortverzeichnis", KN_PDF_INDEX},
    {"sachregister", KN_PDF_INDEX},
    {"sachverzeichnis", KN_PDF_INDEX},
    {"indicealfabético", KN_PDF_INDEX},
    {"índicealfabético", KN_PDF_INDEX},
    {"indiceanalitico", KN_PDF_INDEX},
    {"rejstřík", KN_PDF_INDEX},
    {"索引", KN_PDF_INDEX},
};

kn_pdf_section kn_pdf_section_find(const char *key, size_t length)
{
    while (length && kn_ascii_digit(*key))
        key++, length--;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length && names[i].key[0] == *key && strlen(names[i].key) == length && memcmp(names[i].key, key, length) == 0)
            return names[i].section;
    return KN_PDF_OTHER;
}
