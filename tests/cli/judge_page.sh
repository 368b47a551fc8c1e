# The page of knap judge in a browser: keys answer, a reload goes on, the export is what knap judge score reads.
. tests/cli_lib.sh
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "SKIPPED: there is no chromium to open the page with"
    exit 77
}

for n in 1 2 3 4 5 6 7; do
    mkdir -p "$work/x" "$work/y"
    echo "First text of topic $n, <b>bold</b> & \"quoted\"." >"$work/x/t$n.txt"
    echo "Second text of topic $n." >"$work/y/t$n.txt"
    mkdir -p "$work/data/t$n/docs" "$work/data/t$n/refs"
    echo "A document of topic $n." >"$work/data/t$n/docs/1.txt"
    echo "A reference of topic $n." >"$work/data/t$n/refs/A.txt"
done
"$KNAP" judge sheet "$work/x" "$work/y" --refs "$work/data" --docs "$work/data" -o "$work/s" -q || fail "sheet"

# The driver is added to the page: it presses keys, reloads after five pairs, and shows what it saw as text.
cat >"$work/driver.js" <<'JS'
window.addEventListener("load", () => {
  const seen = JSON.parse(sessionStorage.getItem("seen") || "[]");
  const see = (name, value) => { seen.push(name + "=" + value); sessionStorage.setItem("seen", JSON.stringify(seen)); };
  const press = key => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const type = (id, text) => { get(id).value = text; get(id).dispatchEvent(new Event("input", { bubbles: true })); };
  const title = () => get("title").textContent;
  const pairs = (from, to) => {
    for (let i = from; i < to; i++) {
      for (const key of ["a", "B", "t"]) press(key);
      see("focus", document.activeElement.id);
      type("reason", "reason\t" + (i + 1) + " <i>");
      get("panel").requestSubmit();
    }
  };
  if (seen.length === 0) {
    see("start", !get("start").hidden && get("panel").hidden);
    type("judge", "Eve");
    get("begin").click();
    see("first", title());
    see("text", get("a").textContent + get("b").textContent);
    see("refs", get("refs").textContent + get("docs").textContent);
    press("Enter");
    see("unanswered", title());
    pairs(0, 5);
    location.reload();
    return;
  }
  see("resumed", title() + ", " + get("count").textContent + ", " + get("judge").value);
  press("b");
  press("b");
  press("Backspace");
  see("asks", document.querySelector("fieldset.now").id);
  press("Backspace");
  press("Backspace");
  see("back", title() + " " + document.querySelector("input[name=reading]:checked").value);
  press("Enter");
  for (const key of ["a", "b", "t", "Backspace"]) press(key);
  see("undone", document.querySelector("fieldset.now").id + " " + document.activeElement.tagName);
  press("Backspace");
  press("Backspace");
  pairs(5, 7);
  see("end", !get("end").hidden);
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () { see("file", this.download); };
  get("export-end").click();
  HTMLAnchorElement.prototype.click = click;
  const answers = table();
  window.confirm = () => true;
  get("clear").click();
  see("cleared", !get("start").hidden + " " + get("count").textContent + " " + JSON.stringify(JSON.parse(localStorage.getItem(STORE)).answers));
  document.body.replaceChildren();
  document.body.textContent = "BEGIN\n" + seen.join("\n") + "\nTABLE\n" + answers + "END\n";
});
JS
{ sed '/<\/body>/,$d' "$work/s/sheet.html"; echo '<script>'; cat "$work/driver.js"; echo '</script></body></html>'; } >"$work/page.html"
# on a busy machine the browser may stop before the page's script has ended
for try in 1 2 3; do
    timeout 100 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update \
        --disable-sync --user-data-dir="$work/profile$try" --virtual-time-budget=8000 --dump-dom "file://$work/page.html" >"$work/dom" 2>"$work/err"
    grep -q '^ *END' "$work/dom" && break
done
grep -q TABLE "$work/dom" || fail "the page did not get through: $(head -c 600 "$work/dom") $(tail -n 5 "$work/err")"
saw() { grep -qxF -e "$1" "$work/dom" || fail "'$1' was not seen: $(sed -n '/BEGIN/,/TABLE/p' "$work/dom")"; }
saw "start=true"
grep -q '^first=Pair 1 of 7 (P001), topic t' "$work/dom" || fail "no first pair"
grep -qF '&lt;b&gt;bold&lt;/b&gt; &amp; "quoted"' "$work/dom" || fail "a text is not shown as it is"
grep -q '^refs=Reference 1A reference of topic .*Document 1A document of topic ' "$work/dom" || fail "no references"
grep -q '^unanswered=Pair 1 of 7' "$work/dom" || fail "a pair without answers was left"
saw "focus=reason"
grep -q '^resumed=Pair 6 of 7 (P006), topic t., 5 of 7 judged, Eve$' "$work/dom" || fail "no resume after a reload"
saw "asks=ask-reading"
grep -q '^back=Pair 5 of 7 (P005), topic t. B$' "$work/dom" || fail "Backspace does not go back"
saw "undone=ask-overall BODY"
saw "end=true"
saw "cleared=true 0 of 7 judged {}"
saw "file=answers-Eve.tsv"
sed -n '/^TABLE$/,/^END$/p' "$work/dom" | sed '1d;$d; s/&lt;/</g; s/&gt;/>/g' >"$work/answers.tsv"
[ "$(grep -c '^P00.	A	B	T	reason . <i>$' "$work/answers.tsv")" = 7 ] || fail "answers: $(cat "$work/answers.tsv")"
expect 0 "7 pairs to read, 7 with an answer" "$KNAP" judge score "$work/s/key.tsv" "$work/answers.tsv"
grep -qF "Judges: 1. Answers: 7." "$work/out" || fail "score: $(cat "$work/out")"
finish
