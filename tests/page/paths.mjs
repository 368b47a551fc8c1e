// paths.mjs - the less common paths: drops and pastes of every kind, all places of errors, several models, "Show more".
import { fileURLToPath } from "node:url";
import { asked, assert, has, idle, serve, setRange, summary, test, together, withExample } from "./harness.mjs";

const MODEL = fileURLToPath(new URL("../../models/default.knap", import.meta.url));
const TEXT = "The old bridge of Hest was closed on Monday after a long night of rain and storm. Engineers from the capital will look at it on Tuesday.";

// Drops files {name: text} or a text on an element.
const drop = (page, selector, { files = {}, text }) => page.evaluate(([where, list, plain]) => {
  const data = new DataTransfer();
  for (const [name, content] of Object.entries(list)) data.items.add(new File([content], name));
  if (plain) data.setData("text/plain", plain);
  const target = document.querySelector(where);
  for (const name of ["dragenter", "dragover", "drop"]) target.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
}, [selector, files, text]);

test("drops and pastes go where they belong", async (page) => {
  await page.evaluate(() => {
    document.body.dispatchEvent(new DragEvent("dragenter", { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }));
  });
  assert.ok(await page.locator("body.over").count());
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent("dragleave", { bubbles: true, dataTransfer: new DataTransfer() })));
  assert.equal(await page.locator("body.over").count(), 0);
  assert.equal((await asked(page, () => drop(page, "body", { text: TEXT }))).documents[0].text, TEXT);
  await page.click("#refs-card > summary");
  assert.ok((await asked(page, () => drop(page, "#ref-text", { files: { "r.txt": "The bridge of Hest was closed." } }))).rouge["ROUGE-1"].recall > 0);
  await asked(page, () => drop(page, "#ref-text", { text: "Rain closed the bridge." }));
  assert.deepEqual((await page.locator("#refs .say").allTextContents()).sort(), ["Rain closed the bridge.", "r.txt"]);
  const before = await page.locator(".doc").count();
  await page.fill("#ref-text", "");
  await page.locator("#ref-text").evaluate((node) => {
    const data = new DataTransfer();
    data.setData("text/plain", "a text for the field");
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  });
  assert.equal(await page.locator(".doc").count(), before, "a paste into a field is no document");
  const paste = (kind, value) => page.evaluate(([type, content]) => {
    const data = new DataTransfer();
    if (type === "file") data.items.add(new File([content], "pasted.txt", { type: "text/plain" }));
    else data.setData("text/plain", content);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
  }, [kind, value]);
  assert.equal((await asked(page, () => paste("file", "The mayor of Hest asked the capital for help after the storm."))).documents.length, 2);
  await page.click("#tab-list");
  await paste("text", "id,cost,score\na,1,1\nb,2,2\n");
  await page.waitForSelector("#packed tr");
  await idle(page);
  await drop(page, "#items", { files: { "items.jsonl": '{"id":"from-file","cost":1,"score":1}\n' } });
  await page.waitForSelector("#packed .name:text-is('from-file')");
  await drop(page, "#items", { text: '{"id":"from-text","cost":1,"score":1}\n' });
  await page.waitForSelector("#packed .name:text-is('from-text')");
  await idle(page);
});

test("a dropped folder is read with its folders", async (page) => {
  await together(page);
  const answer = await asked(page, () => page.evaluate((text) => {
    const file = (name, content) => ({ isFile: true, isDirectory: false, file: (done) => done(new File([content], name)) });
    const folder = (entries) => ({ isFile: false, isDirectory: true, createReader: () => { let rest = [entries, []]; return { readEntries: (done) => done(rest.shift()) }; } });
    const entry = folder([file("b.txt", text.replace("old", "new")), file(".hidden", "x"), folder([file("a.txt", text)])]);
    DataTransferItem.prototype.webkitGetAsEntry = () => entry;
    const data = new DataTransfer();
    data.items.add(new File([""], "folder"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, TEXT));
  assert.deepEqual(answer.documents.map((each) => each.name), ["a.txt", "b.txt"]);
});

test("every error has its place", async (page) => {
  await page.fill("#paste", `${TEXT}\n---\n${TEXT.replace("bridge", "tower")}`);
  await asked(page, () => page.click("#add"));
  let error = null;
  await page.route("**/v1/summarize", (route) => (error ? route.fulfill({ status: error.status, json: { error } }) : route.continue()));
  const shown = async (given, id) => {
    error = { status: 400, message: `wrong ${given.member}`, ...given };
    await page.locator("#system").dispatchEvent("change");
    await page.waitForFunction(([where, text]) => document.getElementById(where).textContent.includes(text), [id, `rong ${given.member}`]);
    const others = await page.locator("#panel-text p.error[id]").evaluateAll((list) => list.filter((each) => each.textContent).map((each) => each.id));
    assert.deepEqual(others, [id], given.member);
  };
  await shown({ member: "references[0].text" }, "refs-error");
  assert.ok(await page.locator("#refs-card").evaluate((node) => node.open));
  await shown({ member: "system" }, "system-error");
  await shown({ member: "set.lambda" }, "system-error");
  await shown({ member: "documents" }, "docs-error");
  await shown({ member: "documents[1].text" }, "docs-error");
  assert.match(await page.textContent(".doc >> nth=1 >> .error"), /Wrong documents/);
  await shown({ member: "bans[0]" }, "choice-error");
  await shown({ member: "budget" }, "budget-error");
  await shown({ member: "other" }, "result-error");
  error = { status: 502 };
  await page.locator("#system").dispatchEvent("change");
  await page.waitForFunction(() => /server answered 502/.test(document.getElementById("result-error").textContent));
  error = null;
  await asked(page, () => page.locator("#system").dispatchEvent("change"));
  assert.equal(await page.locator("p.error:visible").count(), 0);
  await page.click("#tab-list");
  await asked(page, () => page.click("#list-example"), "/v1/pack");
  await page.route("**/v1/pack", (route) => route.fulfill({ status: 400, json: { error: { status: 400, member: "system", message: "no such system" } } }));
  await page.locator("#list-system").dispatchEvent("change");
  await page.waitForFunction(() => document.getElementById("list-system-error").textContent === "No such system");
});

test("documents above the limit of the server are not sent", { closed: true }, async (page) => {
  const server = await serve(["--max-body", "2000"]);
  await page.goto(server.url);
  await page.waitForFunction(() => document.getElementById("system").options.length > 1);
  await page.fill("#paste", TEXT.repeat(20));
  await page.click("#add");
  await page.waitForFunction(() => /the server accepts 2 kB/.test(document.getElementById("docs-error").textContent));
  await page.click(".doc [title=Remove]");
  assert.ok(await page.isVisible("#start"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "paste");
  await server.stop();
});

test("models by name are offered", { closed: true }, async (page) => {
  const server = await serve(["-m", `other=${MODEL}`]);
  await page.goto(server.url);
  await withExample(page);
  const [request] = await Promise.all([page.waitForRequest("**/v1/summarize"), page.selectOption("#system", "model:other")]);
  assert.equal(request.postDataJSON().model, "other");
  await idle(page);
  assert.ok((await summary(page)).length > 0);
  await server.stop();
});

test("a server that is away at the start is waited for", { closed: true }, async (page, server) => {
  await page.route("**/v1/models", (route) => route.abort());
  await page.route("**/healthz", (route) => route.abort());
  await page.goto(server.url);
  await page.waitForSelector("#banner:not([hidden])");
  await page.unroute("**/v1/models");
  await page.click("#retry"); // still away
  assert.ok(await page.isVisible("#banner"));
  await page.unroute("**/healthz");
  await page.waitForSelector("#banner", { state: "hidden" }); // it tries by itself
  await withExample(page);
  assert.ok((await page.locator("#system option").count()) > 3);
});

test("long lists show more on demand", async (page) => {
  const answer = await withExample(page);
  assert.equal(await page.locator("#runners .chip").count(), 6);
  await page.click("#runners-more");
  assert.equal(await page.locator("#runners .chip").count(), Math.min(18, answer.candidates.length));
  assert.ok(await page.locator("#runners .chip >> nth=6 >> .say").evaluate((node) => node === document.activeElement));
  const group = page.locator("#left-groups .group").filter({ hasText: /\((2[1-9]|[3-9]\d)\)/ }).first();
  await group.locator("summary").click();
  await has(group.locator(".out"), 20);
  await group.locator(".more button").click();
  await has(group.locator(".more"), 0);
  await group.locator("summary").click();
  assert.ok(!(await group.evaluate((node) => node.open)));
  await page.click("#tab-list");
  const lines = Array.from({ length: 60 }, (_, at) => JSON.stringify({ id: `i${at}`, cost: 5, score: at }));
  await page.fill("#w", "5");
  await asked(page, () => page.fill("#items", lines.join("\n")), "/v1/pack");
  assert.equal(await page.locator("#unpacked tr").count(), 20);
  await page.click("#unpacked-more");
  assert.equal(await page.locator("#unpacked tr").count(), 59);
  assert.ok(await page.locator("#unpacked tr >> nth=20 >> [title=Pin]").evaluate((node) => node === document.activeElement));
});

test("a choice is undone by the same button", async (page) => {
  const before = await withExample(page);
  const pin = page.locator("#sides .pick >> nth=0 >> [title=Pin]");
  await asked(page, () => pin.click());
  assert.equal(await pin.getAttribute("aria-pressed"), "true");
  const after = await asked(page, () => pin.click());
  assert.deepEqual(after.sentences.map((each) => each.text), before.sentences.map((each) => each.text));
  assert.ok(await page.isHidden("#choices"));
  await asked(page, () => page.click("#sides .pick >> nth=0 >> [title=Ban]"));
  await page.hover("#choice-chips .say");
  await page.waitForSelector("#why:popover-open");
  assert.match(await page.textContent("#why-reason"), /You banned it/);
  assert.equal(await page.textContent("#why-ban"), "Unban");
  await page.hover("#why");
  await page.click("#why-show");
  assert.match(await page.getAttribute(".s.here", "class"), /banned/);
  await page.click(".doc:has(.s.here) [title=Edit]"); // a changed text loses its choices
  await asked(page, () => page.click("#add"));
  assert.ok(await page.isHidden("#choices"));
});

test("sentences of sources tell about themselves under the pointer", async (page) => {
  const answer = await withExample(page);
  const place = answer.places[0];
  await page.locator(".s.picked").first().hover();
  await page.waitForSelector("#why:popover-open");
  assert.match(await page.textContent("#why-reason"), /In the summary/);
  assert.ok(answer.documents[place.document].text.includes((await page.textContent("#why-quote")).slice(0, 40)));
  await page.mouse.move(2, 2);
  await page.waitForSelector("#why", { state: "hidden" });
  await page.locator(".s.picked").first().click();
  await page.waitForSelector("#why:popover-open");
  await page.setViewportSize({ width: 1200, height: 800 });
  await page.waitForSelector("#why", { state: "hidden" });
});

test("a length that fits nothing says so", async (page) => {
  await withExample(page);
  await asked(page, () => page.fill("#amount", "1"));
  assert.match(await page.textContent("#sides"), /No sentence fits/);
  await setRange(page, "#budget", 100);
  assert.ok((await summary(page)).length > 1);
});

test("copying works without the clipboard of secure pages", async (page) => {
  const answer = await withExample(page);
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("refused")); });
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("said").textContent === "Copied.");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), answer.summary);
  assert.equal(await page.locator("body > textarea").count(), 0);
});

test("oracles are offered with references only", async (page) => {
  await withExample(page);
  assert.ok(await page.locator(".oracles").evaluate((node) => node.disabled));
  await page.click("#refs-card > summary");
  await asked(page, () => page.click("#ref-example"));
  assert.ok(!(await page.locator(".oracles").evaluate((node) => node.disabled)));
  await page.selectOption("#versus", "system:oracle");
  await page.waitForSelector("#rouge table >> nth=1");
  await idle(page);
  const recalls = await page.locator("#rouge tr[data-measure='ROUGE-1'] td:nth-child(2)").allTextContents();
  assert.ok(recalls.length === 2 && recalls.every((each) => Number(each) > 0));
  await asked(page, () => page.click("#refs .chip button"));
  assert.equal(await page.inputValue("#versus"), "none");
  assert.equal(await page.locator("#rouge table").count(), 0);
});
