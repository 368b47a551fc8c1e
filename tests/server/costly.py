"""Small requests that cost a parser or a solver much: (name, path, body, content type). All texts are made here."""
import io
import json
import random
import zipfile

BOUNDARY = "knap-costly"


def part(name, data):
    head = '--%s\r\nContent-Disposition: form-data; name="documents"; filename="%s"\r\n\r\n' % (BOUNDARY, name)
    return head.encode() + data + ("\r\n--%s--\r\n" % BOUNDARY).encode()


def pdf(word="word", depth=12, uses=10):
    """Form XObjects that each draw the next one several times: uses ** depth drawings. Without a word they take time only."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
               "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /F 6 0 R >> "
               "/Font << /T 5 0 R >> >> >>", None, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    draw = "/F Do " * uses
    objects[3] = "<< /Length %d >>\nstream\n%s\nendstream" % (len(draw), draw)
    for level in range(depth):
        last = level == depth - 1
        content = word and "BT /T 9 Tf 10 10 Td (%s) Tj ET" % word if last else draw
        below = "" if last else "/XObject << /F %d 0 R >>" % (len(objects) + 2)
        objects.append("<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << %s /Font << /T 5 0 R >> >> "
                       "/Length %d >>\nstream\n%s\nendstream" % (below, len(content), content))
    out, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += ("%d 0 obj\n%s\nendobj\n" % (number, text)).encode()
    table = len(out)
    out += ("xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)).encode()
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + ("trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)).encode()


def html(attributes=150000):
    return ("<!DOCTYPE html><html><body><p " + " ".join("a%d=1" % i for i in range(attributes)) +
            ">The bridge over the river was closed on Monday morning.</p></body></html>").encode()


def markdown(uses=100000, target=100000):
    return ("# Title\n\n" + "[a] " * uses + "\n\n[a]: http://example.org/" + "x" * target + "\n").encode()


def docx(attributes=100000):
    text = ('<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p ' +
            " ".join('a%d="1"' % i for i in range(attributes)) +
            "><w:r><w:t>The bridge over the river was closed on Monday morning.</w:t></w:r></w:p></w:body></w:document>")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/'
                         'content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
                         'officedocument.wordprocessingml.document.main+xml"/></Types>')
        archive.writestr("word/document.xml", text)
    return made.getvalue()


def ilp(items=400, concepts=300):
    """Items of nearly equal worth for their cost that cover random concepts: branch and bound does not end within minutes."""
    draw = random.Random(1).randrange
    made = []
    for _ in range(items):
        covers = {"c%d" % draw(concepts): 100 + draw(20) for _ in range(12)}
        made.append({"cost": 1000 + 100 * len(covers) + draw(37), "covers": covers})
    instance = {"budget": sum(item["cost"] for item in made) // 10, "items": made}
    return json.dumps({"instance": instance, "system": "ilp", "set": {"seconds": 1000000, "nodes": 1000000000}}).encode()


KIND = "multipart/form-data; boundary=" + BOUNDARY
ENDLESS = ("pdf without words", "/v1/summarize", part("a.pdf", pdf("")), KIND)  # only the limit of time ends it


def requests():
    return [("pdf", "/v1/summarize", part("a.pdf", pdf()), KIND), ("html", "/v1/summarize", part("a.html", html()), KIND),
            ("markdown", "/v1/summarize", part("a.md", markdown()), KIND), ("docx", "/v1/summarize", part("a.docx", docx()), KIND),
            ("ilp", "/v1/pack", ilp(), "application/json")]
