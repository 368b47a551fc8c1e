// summaries.mjs - the tab of summaries: documents in, summary out, its sources, reasons, choices, comparison, ROUGE.
import { readFile } from "node:fs/promises";
import { api, asked, assert, eventually, idle, setRange, summary, test, together, withExample } from "./harness.mjs";

const A = "The tower of Hest fell on Monday.\n\nThe tower of Hest, built in 1402, fell on Monday after a night of heavy rain. Nobody was inside. The mayor closed the square and asked for help from the capital.";
const B = "A day after the fall of the tower.\n\nEngineers from the capital came to Hest on Tuesday and looked at the ruins of the tower. They said that water had washed out the ground below its north wall. The mayor promised to build it again.";
const paste = async (page, text) => {
  await page.fill("#paste", text);
  return asked(page, () => page.click("#add"));
};
const wordsOf = (text) => text.split(/\s+/).filter(Boolean).length;
// The sentences of an answer that are in the summary, as the page shows their sources.
const sourceTexts = (answer) => answer.places.map(({ document, sentence }) => answer.documents[document].text.slice(...answer.documents[document].sentences[sentence].utf16));
const inView = (page, selector) => page.locator(selector).evaluate((node) => {
  const box = node.getBoundingClientRect();
  const room = document.getElementById("documents").getBoundingClientRect();
  return box.top >= Math.max(0, Math.min(room.top, innerHeight)) - 1 && box.bottom <= Math.min(innerHeight, room.bottom) + 1;
});

test("the example gives a summary in one click", async (page) => {
  const answer = await withExample(page);
  assert.ok(answer.sentences.length > 1);
  assert.deepEqual(await summary(page), answer.sentences.map((each) => each.text));
  assert.ok(wordsOf(answer.summary) <= 100);
  assert.equal(await page.textContent("#result-size"), `${wordsOf(answer.summary)} words · ${Buffer.byteLength(answer.summary)} bytes · ${answer.sentences.length} sentences`);
  assert.match(await page.textContent("#live"), /^Summary of \d+ sentences, \d+ words\.$/);
  assert.equal(await page.locator(".doc").count(), 4);
  assert.ok(await page.isHidden("#start"));
});

test("texts are pasted, separated, edited and removed", async (page) => {
  await page.click("#add");
  assert.match(await page.textContent("#add-error"), /no text yet/);
  await page.fill("#paste", `${A}\n---\n${B}\n=====\n`);
  assert.equal(await page.textContent("#add"), "Summarize 2 documents");
  assert.equal(await page.textContent("#add-error"), "");
  const answer = await asked(page, () => page.click("#add"));
  assert.deepEqual(answer.documents.map((each) => each.text), [A, B]);
  assert.deepEqual(await page.locator(".doc h3 > span").allTextContents(), ["The tower of Hest fell on Monday.", "A day after the fall of the tower."]);
  await page.click("#more-docs");
  await page.fill("#paste", "A third text speaks of the old tower and of its bell, which was found unbroken.");
  assert.equal((await asked(page, () => page.press("#paste", "Control+Enter"))).documents.length, 3);
  await page.click(".doc >> nth=2 >> [title=Edit]");
  await page.fill("#paste", "The bell of the tower was found unbroken under the stones on Wednesday, to the joy of the town.");
  assert.match((await asked(page, () => page.click("#add"))).documents[2].text, /to the joy of the town/);
  assert.equal((await asked(page, () => page.click(".doc >> nth=0 >> [title=Remove]"))).documents.length, 2);
  await page.click("#clear-docs");
  assert.ok(await page.isVisible("#start"));
  assert.equal(await page.locator(".doc").count(), 0);
});

test("a paste outside of any field is a document", async (page) => {
  const answer = await asked(page, () => page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, A));
  assert.equal(answer.documents[0].text, A);
});

test("files of several formats are chosen and dropped", async (page) => {
  await together(page);
  const html = `<html><head><title>Hest</title></head><body><nav>menu</nav><h1>The tower</h1><p>${B.split("\n\n")[1]}</p></body></html>`;
  const first = await asked(page, () => page.setInputFiles("#file-input", [{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(A) }, { name: "b.html", mimeType: "text/html", buffer: Buffer.from(html) }]));
  assert.deepEqual(first.documents.map((each) => each.name), ["a.txt", "b.html"]);
  assert.ok(!first.documents[1].text.includes("<p>"), "HTML is read as a document");
  const second = await asked(page, () => page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["# Bell\n\nThe bell of Hest was found unbroken under the stones of the tower on Wednesday."], "c.md", { type: "text/markdown" }));
    for (const name of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
  }));
  assert.deepEqual(second.documents.map((each) => each.name), ["a.txt", "b.html", "c.md"]);
  await page.click("#more-docs"); // pasted texts are sent before files; the page keeps both apart
  const third = await paste(page, "The mayor of Hest said on Thursday that the tower would stand again in ten years.");
  assert.equal(third.documents.length, 4);
  const shown = await page.locator(".doc").evaluateAll((list) => list.map((each) => [each.querySelector("h3 > span").textContent, each.words.textContent]));
  assert.deepEqual(shown.map(([name]) => name.slice(0, 5)), ["The m", "a.txt", "b.htm", "c.md"]);
  shown.forEach(([, text], at) => assert.ok(text.includes(["ten years", "built in 1402", "north wall", "unbroken"][at])));
});

const file = (name, text, mimeType = "text/plain") => ({ name, mimeType, buffer: Buffer.from(text) });

test("several files get a summary each, or one together", async (page) => {
  const answers = [];
  page.on("response", async (response) => { if (response.url().endsWith("/v1/summarize")) answers.push(await response.json()); });
  await asked(page, () => page.setInputFiles("#file-input", [file("a.txt", A), file("broken.pdf", "%PDF-1.4\nnot really\n"), file("b.txt", B)]));
  await eventually(async () => (await page.locator("#sides .part").count()) === 3 && answers.length === 3, "three parts");
  assert.equal(await page.inputValue("#scope"), "each");
  assert.deepEqual(await page.locator("#sides .part h3").allTextContents(), ["a.txt", "broken.pdf", "b.txt"]);
  for (const name of ["a.txt", "b.txt"]) {
    const own = answers.find((each) => each.documents?.[0].name === name);
    assert.deepEqual(await page.locator(`#sides .part:has(h3:text-is("${name}")) .sent`).allTextContents(), own.sentences.map((each) => each.text));
    assert.equal(own.documents.length, 1);
  }
  assert.match(await page.textContent("#sides .part >> nth=1 >> .error"), /\S{3}/);
  // choices hold for the document of the sentence
  const banned = await page.textContent("#sides .part >> nth=2 >> .sent >> nth=0");
  await page.click("#sides .part >> nth=2 >> .pick >> nth=0 >> [title=Ban]");
  await eventually(async () => !(await summary(page)).includes(banned), "the sentence is out");
  await idle(page);
  assert.equal(await page.locator("#sides .part").count(), 3);
  await page.click("#sides .part >> nth=2 >> .sent >> nth=0");
  assert.ok(B.includes(await page.textContent(".s.here")));
  const [json] = await Promise.all([page.waitForEvent("download"), page.click("#save-json")]);
  assert.deepEqual(JSON.parse(await readFile(await json.path(), "utf8")).map((each) => each.documents[0].name), ["a.txt", "b.txt"]);
  await asked(page, () => page.click(".doc:has-text('broken.pdf') [title=Remove]"));
  const all = await asked(page, () => page.selectOption("#scope", "all"));
  assert.equal(all.documents.length, 2);
  assert.equal(await page.locator("#sides .part").count(), 0);
  assert.deepEqual(await summary(page), all.sentences.map((each) => each.text));
});

test("a text is summarized with the keyboard alone", async (page) => {
  await page.focus("#paste");
  await page.keyboard.insertText(A);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), "Summarize");
  const answer = await asked(page, () => page.keyboard.press("Enter"));
  assert.deepEqual(await summary(page), answer.sentences.map((each) => each.text));
  await page.focus("#query");
  await page.keyboard.insertText("bell");
  assert.ok(await asked(page, () => page.keyboard.press("Enter")));
  await page.focus("#run");
  assert.ok(await asked(page, () => page.keyboard.press("Space")));
  assert.equal(await page.evaluate(() => document.activeElement.id), "result-title");
});

test("the slider, the number and the unit set the length", async (page) => {
  const usual = await withExample(page);
  const brief = await setRange(page, "#budget", 30);
  assert.equal(brief.budget, "30w");
  assert.ok(brief.sentences.length < usual.sentences.length);
  assert.deepEqual(await summary(page), brief.sentences.map((each) => each.text));
  assert.equal(await page.inputValue("#amount"), "30");
  assert.equal((await asked(page, () => page.fill("#amount", "150"))).budget, "150w");
  assert.equal(await page.inputValue("#budget"), "150");
  await page.fill("#amount", "0");
  assert.match(await page.textContent("#budget-error"), /above 0/);
  await asked(page, () => page.fill("#amount", "120"));
  const bytes = await asked(page, () => page.selectOption("#unit", "b"));
  assert.match(bytes.budget, /b$/);
  assert.ok(Buffer.byteLength(bytes.summary) <= bytes.budget_amount);
  await asked(page, () => page.selectOption("#unit", "s"));
  const three = await asked(page, () => page.fill("#amount", "3"));
  assert.equal(three.budget, "3s");
  assert.ok(three.sentences.length <= 3 && three.sentences.length > 0);
});

test("a new request cancels the one before it", async (page) => {
  await withExample(page);
  let held = null;
  await page.route("**/v1/summarize", async (route) => {
    if (!held && route.request().postData().includes('"40w"')) held = route;
    else await route.continue();
  });
  const cancelled = [];
  page.on("requestfailed", (request) => cancelled.push(request.failure().errorText));
  await page.fill("#amount", "40");
  await page.waitForFunction(() => !document.getElementById("busy").hidden);
  const answer = await asked(page, () => page.fill("#amount", "60"));
  await held.abort().catch(() => {}); // it must be over by now
  assert.deepEqual(cancelled, ["net::ERR_ABORTED"]);
  assert.equal(answer.budget, "60w");
  assert.deepEqual(await summary(page), answer.sentences.map((each) => each.text));
});

test("a sentence of the summary leads to its source", async (page) => {
  const answer = await withExample(page);
  const texts = sourceTexts(answer);
  for (let at = 0; at < texts.length; at++) {
    await page.click(`#sides .sent >> nth=${at}`);
    assert.equal(await page.locator(".s.here").count(), 1);
    assert.equal(await page.textContent(".s.here"), texts[at]);
    assert.equal(await page.textContent(".doc:has(.s.here) h3 > span"), answer.documents[answer.places[at].document].name);
    await page.waitForFunction(() => document.activeElement.classList.contains("here"));
    await eventually(() => inView(page, ".s.here"), "the source is visible");
    assert.ok((await page.locator(".doc:has(.s.here) .s").count()) > 1, "its context is there");
  }
  await page.keyboard.press("Escape");
  assert.ok(await page.locator(`#sides .sent >> nth=${texts.length - 1}`).evaluate((node) => node === document.activeElement));
  // All chosen sentences are marked in the documents, and no others.
  for (const each of await page.locator(".doc").all()) await each.scrollIntoViewIfNeeded();
  await page.waitForFunction((count) => document.querySelectorAll(".s.picked").length === count, texts.length);
  assert.deepEqual((await page.locator(".s.picked").allTextContents()).sort(), [...texts].sort());
});

test("pointing at a sentence shows the parts of its score", async (page) => {
  const answer = await withExample(page);
  await page.hover("#sides .sent >> nth=0");
  await page.waitForSelector("#why:popover-open");
  const why = answer.sentences[0].why;
  assert.ok(why.length > 0);
  const values = () => page.locator("#why-parts .n").allTextContents();
  const shown = (list) => list.map(({ contribution }) => (contribution < 0 ? "−" : "+") + Math.abs(contribution).toFixed(2));
  assert.deepEqual(await values(), shown(why));
  const widths = await page.locator("#why-parts i").evaluateAll((bars) => bars.map((bar) => parseFloat(bar.style.width)));
  const most = Math.max(...why.map((each) => Math.abs(each.contribution)));
  widths.forEach((width, at) => assert.ok(Math.abs(width / Math.max(...widths) - Math.abs(why[at].contribution) / most) < 0.01, "bars are in proportion"));
  assert.match(await page.textContent("#why-reason"), /In the summary: pick number \d+/);
  await page.keyboard.press("Escape");
  assert.ok(await page.isHidden("#why"));
  // A runner-up, by keyboard.
  await page.locator("#runners .say >> nth=0").focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.waitForSelector("#why:popover-open");
  assert.equal(await page.textContent("#why-reason"), answer.candidates[0].reason.text);
  assert.deepEqual(await values(), shown(answer.candidates[0].why));
});

test("runners-up are pinned and banned, and the choices hold", async (page) => {
  const before = await withExample(page);
  assert.equal(await page.textContent("#runners .say >> nth=0"), before.candidates[0].text);
  const runner = before.candidates.find((each) => each.cost < 30);
  const chip = page.locator("#runners .chip").filter({ hasText: runner.text }).first();
  const pinned = await asked(page, () => chip.locator("[title=Pin]").click());
  assert.ok(pinned.places.some((each) => each.document === runner.document && each.sentence === runner.sentence && each.pinned));
  const text = (await page.textContent("#choice-chips .say")).slice(0, 40);
  assert.ok((await summary(page)).some((each) => each.includes(text.slice(4, 30))));
  const shorter = await setRange(page, "#budget", 60);
  assert.ok(shorter.places.some((each) => each.pinned), "the pin holds at another length");
  const victim = shorter.places.findIndex((each) => !each.pinned);
  const gone = shorter.sentences[victim].text;
  const banned = await asked(page, () => page.click(`#sides .pick >> nth=${victim} >> [title=Ban]`));
  assert.ok(!banned.sentences.some((each) => each.text === gone));
  assert.ok(!(await setRange(page, "#budget", 200)).sentences.some((each) => each.text === gone), "the ban holds");
  assert.deepEqual(await page.locator("#choice-chips .chip").evaluateAll((chips) => chips.map((each) => each.className.trim())), ["chip pin", "chip ban"]);
  const free = await asked(page, () => page.click("#choices-clear"));
  assert.ok(!free.places.some((each) => each.pinned) && free.sentences.some((each) => each.text === gone));
  assert.ok(await page.isHidden("#choices"));
});

test("any sentence of a source is pinned and banned", async (page) => {
  const before = await withExample(page);
  const last = before.documents.length - 1;
  const number = before.documents[last].sentences.findIndex((each) => each.state === "left");
  const text = before.documents[last].text.slice(...before.documents[last].sentences[number].utf16);
  await page.locator(".doc").last().scrollIntoViewIfNeeded();
  const span = page.locator(".doc").last().locator(".s").filter({ hasText: text });
  await span.click();
  assert.equal(await page.textContent("#why-reason"), before.documents[last].sentences[number].reason.text);
  const after = await asked(page, () => page.click("#why-pin"));
  assert.ok(after.places.some((each) => each.document === last && each.sentence === number && each.pinned));
  assert.match(await span.getAttribute("class"), /pinned/);
  await span.click();
  assert.equal(await page.textContent("#why-pin"), "Unpin");
  const without = await asked(page, () => page.click("#why-ban"));
  assert.equal(without.documents[last].sentences[number].state, "banned");
  assert.match(await span.getAttribute("class"), /banned/);
  // What cannot be picked cannot be pinned.
  await page.locator(".doc .aside .s").first().click();
  assert.ok(await page.isDisabled("#why-pin"));
});

test("choices stay with their sentence when documents come and go", async (page) => {
  const before = await withExample(page);
  const runner = before.candidates.find((each) => each.document > 0 && each.cost < 30);
  const text = before.documents[runner.document].text.slice(...before.documents[runner.document].sentences[runner.sentence].utf16);
  await asked(page, () => page.locator("#runners .chip").filter({ hasText: runner.text }).locator("[title=Pin]").click());
  const marked = async () => {
    await idle(page);
    await page.waitForFunction((wanted) => [...document.querySelectorAll("#sides .pick")].some((each) => /pinned/.test(each.textContent) && each.textContent.includes(wanted)), text.slice(-30));
    await page.locator("#choice-chips .say").click();
    assert.equal(await page.textContent(".s.here"), text);
  };
  await page.click("#more-docs");
  await page.fill("#paste", A);
  await asked(page, () => page.click("#add"));
  await page.waitForFunction(() => document.querySelectorAll(".doc").length === 5);
  await marked();
  await asked(page, () => page.click(".doc >> nth=0 >> [title=Remove]")); // all numbers of documents change
  await marked();
  assert.equal(await page.locator("#choice-chips .chip").count(), 1);
  await page.locator(".doc").filter({ hasText: text }).locator("[title=Remove]").click();
  await idle(page);
  assert.ok(await page.isHidden("#choices"), "the choice goes with its document");
});

test("pins above the budget are an error beside the choices", async (page) => {
  await withExample(page);
  await asked(page, () => page.click("#runners .chip >> nth=0 >> [title=Pin]"));
  await page.fill("#amount", "3");
  await page.waitForFunction(() => document.getElementById("choice-error").textContent);
  assert.match(await page.textContent("#choice-error"), /budget/i);
  await asked(page, () => page.fill("#amount", "100"));
  assert.equal(await page.textContent("#choice-error"), "");
});

test("what was left out is listed by reason", async (page) => {
  const answer = await withExample(page);
  const counts = new Map();
  for (const source of answer.documents) for (const { reason } of source.sentences) if (reason) counts.set(reason.code, (counts.get(reason.code) || 0) + 1);
  const groups = await page.locator("#left-groups .group").evaluateAll((list) => list.map((each) => [each.dataset.code, Number(/\((\d+)\)/.exec(each.textContent)[1])]));
  assert.deepEqual(new Map(groups), counts);
  const left = answer.documents.reduce((sum, each) => sum + each.sentences.length, 0) - answer.sentences.length;
  assert.equal([...counts.values()].reduce((a, b) => a + b, 0), left, "every sentence is in the summary or has a reason");
  await page.locator("#left-groups summary").first().click();
  const button = page.locator("#left-groups .out").first();
  const text = await button.textContent();
  await button.hover();
  await page.waitForSelector("#why:popover-open");
  assert.ok((await page.textContent("#why-reason")).length > 5);
  await button.click();
  assert.equal((await page.textContent(".s.here")).replace(/\s+/g, " "), text);
});

test("two systems are compared side by side", async (page, server) => {
  const first = await withExample(page);
  const documents = first.documents.map(({ name, text }) => ({ name, text }));
  await page.selectOption("#versus", "system:lexrank");
  await page.waitForSelector("#sides > div >> nth=1");
  await idle(page);
  const { answer: other } = await api(server, "/v1/summarize", { documents, budget: "100w", system: "lexrank", explain: true, sources: true });
  const sides = page.locator("#sides > div");
  assert.deepEqual(await sides.nth(0).locator(".sent").allTextContents(), first.sentences.map((each) => each.text));
  assert.deepEqual(await sides.nth(1).locator(".sent").allTextContents(), other.sentences.map((each) => each.text));
  const key = (each) => `${each.document}.${each.sentence}`;
  const both = first.places.filter((each) => other.places.some((place) => key(place) === key(each))).length;
  assert.equal(await page.locator(".sent[data-shared]").count(), 2 * both);
  assert.equal(parseInt(await page.textContent("#result-size")), both);
  await asked(page, () => page.selectOption("#system", "system:lead"));
  assert.equal(await page.textContent("#sides > div >> nth=0 >> h3"), "lead");
  await asked(page, () => page.selectOption("#versus", "none"));
  assert.equal(await page.locator("#sides > div").count(), 1);
});

test("references give the figures of /v1/rouge", async (page, server) => {
  await withExample(page);
  await page.click("#refs-card > summary");
  await page.click("#ref-add");
  assert.match(await page.textContent("#refs-error"), /no text yet/);
  await asked(page, () => page.click("#ref-example"));
  await page.fill("#ref-text", "A flood wet 9,000 old books of the library. Volunteers froze them.");
  await asked(page, () => page.click("#ref-add"));
  const answer = await asked(page, () => page.setInputFiles("#ref-input", { name: "third.txt", mimeType: "text/plain", buffer: Buffer.from("The water company paid for the books.") }));
  assert.equal(await page.locator("#refs .chip").count(), 3);
  const refs = [...(await page.locator("#refs .say").allTextContents()).slice(0, 2), "The water company paid for the books."];
  const { answer: rouge } = await api(server, "/v1/rouge", { refs, peer: answer.summary, rouge: "1,2,L" });
  const averages = rouge.systems[0].averages;
  const rows = await page.locator("#rouge tbody tr").evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows, Object.entries(averages).map(([name, each]) => [name, ...["recall", "precision", "f"].map((part) => (100 * each[part].mean).toFixed(2))]));
  assert.ok(averages["ROUGE-1"].f.mean > 0);
  await page.selectOption("#versus", "system:oracle"); // knows the references
  await page.waitForSelector("#rouge table >> nth=1");
  await idle(page);
  await page.click("#refs .chip >> nth=0 >> button");
  await idle(page);
  assert.equal(await page.locator("#refs .chip").count(), 2);
});

test("the summary is copied and downloaded", async (page, server, context) => {
  const answer = await withExample(page);
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("said").textContent === "Copied.");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), answer.summary);
  const saved = async (button) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return { name: file.suggestedFilename(), path: await file.path(), text: await readFile(await file.path(), "utf8") };
  };
  const text = await saved("#save-text");
  assert.deepEqual([text.name, text.text], ["summary.txt", answer.summary]);
  const json = await saved("#save-json");
  assert.equal(json.name, "summary.json");
  assert.deepEqual(JSON.parse(json.text), answer);
  const html = await saved("#save-html");
  assert.equal(html.name, "summary.html");
  const other = await context.newPage();
  await other.setContent(html.text);
  assert.deepEqual(await other.locator("li a").allTextContents(), answer.sentences.map((each) => each.text));
  assert.deepEqual((await other.locator("mark").allTextContents()).sort(), sourceTexts(answer).sort());
  for (const link of await other.locator("li a").all()) assert.equal(await other.locator(await link.getAttribute("href")).count(), 1);
});
