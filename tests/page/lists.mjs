// lists.mjs - the tab of lists: items in, the packed list, its cost, the curve, bigger budgets, pins and bans.
import { readFile } from "node:fs/promises";
import { api, asked, assert, idle, setRange, test } from "./harness.mjs";

const PACK = "/v1/pack";
const open = async (page) => page.click("#tab-list");
const names = (page, id = "#packed") => page.locator(`${id} .name`).allTextContents();
const example = async (page, button = "#list-example") => {
  await open(page);
  return asked(page, () => page.click(button), PACK);
};

test("items as JSON Lines are packed", async (page, server) => {
  const answer = await example(page);
  const list = answer.lists[0];
  assert.deepEqual(await names(page), list.items);
  assert.ok(list.cost <= 6000 && list.items.length > 3);
  assert.match(await page.textContent("#packed-size"), new RegExp(`^${list.items.length} items · costs ${list.cost.toLocaleString("en")} of 6,000`));
  const { answer: direct } = await api(server, PACK, { text: await page.inputValue("#items"), budget: 6000 });
  assert.deepEqual(direct.lists[0].items, list.items);
  const left = answer.all.filter((each) => each.state === "left");
  assert.deepEqual(await names(page, "#unpacked"), left.map((each) => each.id));
  (await page.locator("#unpacked .why").allTextContents()).forEach((text, at) => assert.ok(text.startsWith(left[at].reason.text)));
  const like = left.find((each) => each.reason.code === "similar");
  assert.match(await page.textContent(`#unpacked tr[data-index="${like.index}"] .why`), new RegExp(` Nearest: ${answer.all[like.reason.index].id}\\.$`));
});

test("items as CSV are packed, and a budget is proposed", async (page) => {
  const answer = await example(page, "#list-example-csv");
  assert.ok(answer.lists[0].items.includes("Election"));
  assert.ok(answer.lists[0].cost <= 180);
  await page.fill("#items", "");
  await page.waitForSelector("#list-out", { state: "hidden" });
  await page.reload();
  await open(page);
  await page.fill("#items", "id,cost,score\na,30,0.5\nb,20,0.9\nc,10,0.1\n");
  await page.waitForSelector("#packed tr");
  await idle(page);
  assert.equal(await page.inputValue("#w"), "20"); // a third of what all items cost
  assert.deepEqual(await names(page), ["b"]);
});

test("data with budgets and several lists are shown", async (page) => {
  const item = (id, cost, score) => ({ id, cost, score });
  const lists = [{ id: "first", budget: 7, items: [item("a", 3, 1), item("b", 4, 2), item("c", 5, 1)] }, { id: "second", budget: 3, items: [item("d", 2, 1)] }];
  await open(page);
  await page.fill("#items", JSON.stringify(lists[0]));
  await page.waitForSelector("#packed tr");
  await idle(page);
  assert.equal(await page.inputValue("#w"), "7");
  assert.deepEqual((await names(page)).sort(), ["a", "b"]);
  await asked(page, () => page.fill("#items", lists.map((each) => JSON.stringify({ ...each, colour: "red" })).join("\n")), PACK);
  await page.waitForSelector("#packed-note:not([hidden])");
  assert.match(await page.textContent("#packed-note"), /There are 2 lists in these data\. This is the first: first\./);
  assert.ok(await page.isDisabled("#packed [title=Pin] >> nth=0"));
});

test("a file of items is read", async (page) => {
  await open(page);
  await page.setInputFiles("#list-input", { name: "i.tsv", mimeType: "text/tab-separated-values", buffer: Buffer.from("id\tcost\tscore\nx\t2\t1\ny\t5\t3\n") });
  await page.waitForSelector("#packed tr");
  await idle(page);
  await setRange(page, "#w-range", 7, PACK);
  assert.deepEqual((await names(page)).sort(), ["x", "y"]);
});

test("the budget changes the list", async (page) => {
  const usual = await example(page);
  const small = await setRange(page, "#w-range", 1500, PACK);
  assert.ok(small.lists[0].items.length < usual.lists[0].items.length);
  assert.deepEqual(await names(page), small.lists[0].items);
  await asked(page, () => page.fill("#w", "1"), PACK);
  assert.ok(await page.isVisible("#packed-empty"));
  const all = await asked(page, () => page.fill("#w", "100000"), PACK);
  assert.deepEqual(all.bigger, []);
  assert.match(await page.textContent("#bigger"), /Nothing/);
});

test("items are pinned and banned", async (page) => {
  const usual = await example(page);
  const out = usual.all.find((each) => each.state === "left" && each.cost <= 6000);
  const pinned = await asked(page, () => page.click(`#unpacked tr[data-index="${out.index}"] [title=Pin]`), PACK);
  assert.ok(pinned.lists[0].indices.includes(out.index));
  assert.ok(pinned.lists[0].cost <= 6000);
  const victim = pinned.lists[0].indices.find((each) => each !== out.index);
  const banned = await asked(page, () => page.click(`#packed tr[data-index="${victim}"] [title=Ban]`), PACK);
  assert.ok(!banned.lists[0].indices.includes(victim) && banned.lists[0].indices.includes(out.index));
  assert.equal(await page.getAttribute(`#packed tr[data-index="${out.index}"] [title=Pin]`, "aria-pressed"), "true");
  const free = await asked(page, () => page.click("#list-undo"), PACK);
  assert.deepEqual(free.lists[0].items, usual.lists[0].items);
});

test("the curve has every point, by pointer and as a table", async (page) => {
  const answer = await example(page);
  const rows = await page.locator("#curve-rows tr").evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => Number(cell.textContent.replaceAll(",", "")))));
  assert.equal(rows.length, answer.curve.length);
  rows.forEach(([budget, cost, count, value], at) => {
    const point = answer.curve[at];
    assert.ok(Math.abs(budget - point.budget) < 0.01 && Math.abs(cost - point.cost) < 0.01 && Math.abs(value - point.value) < 1e-4);
    assert.equal(count, point.count);
  });
  const d = await page.getAttribute(".chart .curve", "d");
  assert.equal(d.split("H").length - 1, answer.curve.length);
  assert.match(await page.getAttribute(".chart svg", "aria-label"), /Value over budget/);
  const box = await page.locator(".chart svg").boundingBox();
  await page.locator(".chart svg").hover({ position: { x: box.width * 0.3, y: box.height / 2 } });
  await page.waitForSelector(".tip:not([hidden])");
  const [, budget] = /budget ([\d.,]+)/.exec(await page.textContent(".tip"));
  const near = answer.curve.find((each) => Math.abs(each.budget - Number(budget.replaceAll(",", ""))) < 0.01);
  assert.ok(near, "the tip names a point of the curve");
  const chosen = await asked(page, () => page.locator(".chart svg").click({ position: { x: box.width * 0.3, y: box.height / 2 } }), PACK);
  assert.equal(chosen.lists[0].budget, near.budget);
  await page.click("summary:has-text('as a table')");
  assert.ok(await page.isVisible("#curve-rows"));
});

test("what bigger budgets add is what packing with them gives", async (page, server) => {
  const answer = await example(page);
  const steps = await page.locator("#bigger li").allTextContents();
  assert.equal(steps.length, answer.bigger.length);
  assert.ok(answer.bigger.some((each) => each.drops.length));
  let before = answer.lists[0].indices;
  for (const [at, step] of answer.bigger.entries()) {
    const [adds, drops = ""] = steps[at].split("drops");
    for (const index of step.adds) assert.ok(adds.includes(answer.all[index].id));
    for (const index of step.drops) assert.ok(drops.includes(answer.all[index].id));
    const { answer: direct } = await api(server, PACK, { text: await page.inputValue("#items"), budget: step.budget });
    const now = direct.lists[0].indices;
    assert.deepEqual([...step.adds].sort(), now.filter((each) => !before.includes(each)).sort(), "what the step adds to the one before");
    assert.deepEqual([...step.drops].sort(), before.filter((each) => !now.includes(each)).sort());
    before = now;
  }
});

test("wrong items are an error that names the line", async (page) => {
  await open(page);
  await page.fill("#w", "10");
  await page.fill("#items", '{"id":"a","cost":3,"score":1}\n{"id":"b","cost":"much"}\n');
  await page.waitForFunction(() => document.getElementById("items-error").textContent);
  assert.match(await page.textContent("#items-error"), /line 2/i);
  assert.equal(await page.getAttribute("#items", "aria-invalid"), "true");
  await asked(page, () => page.fill("#items", '{"id":"a","cost":3,"score":1}\n'), PACK);
  assert.equal(await page.textContent("#items-error"), "");
  assert.equal(await page.getAttribute("#items", "aria-invalid"), null);
});

test("a budget that the pins exceed is an error at the budget", async (page) => {
  const answer = await example(page);
  await asked(page, () => page.click(`#packed tr >> nth=0 >> [title=Pin]`), PACK);
  await page.fill("#w", "10");
  await page.waitForFunction(() => document.getElementById("w-error").textContent);
  assert.ok(answer.lists[0].cost > 10);
});

test("another system packs another list", async (page, server) => {
  await example(page);
  const answer = await asked(page, () => page.selectOption("#list-system", "system:lead"), PACK);
  const { answer: direct } = await api(server, PACK, { text: await page.inputValue("#items"), budget: 6000, system: "lead" });
  assert.deepEqual(answer.lists[0].items, direct.lists[0].items);
  assert.deepEqual(await names(page), direct.lists[0].items);
});

test("the list is copied and downloaded", async (page) => {
  const answer = await example(page);
  const text = answer.lists[0].indices.map((at) => `${answer.all[at].id}\t${answer.all[at].cost}\t${answer.all[at].text}\n`).join("");
  await page.click("#list-copy");
  await page.waitForFunction(() => document.getElementById("list-said").textContent);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  const saved = async (button) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return readFile(await file.path(), "utf8");
  };
  assert.equal(await saved("#list-text"), text);
  assert.deepEqual(JSON.parse(await saved("#list-json")), answer);
});
