// access.mjs - for everyone: axe-core in all states and both themes, keyboard alone, phones, themes, right-to-left text.
import { accessible, asked, assert, idle, noSideways, summary, test, withExample } from "./harness.mjs";

// Visits every main state, and does something in each.
async function visit(page, look) {
  await look("start");
  await page.click("#add");
  await look("error of an empty text");
  await withExample(page);
  await look("summary");
  await page.locator("#sides .sent").first().hover();
  await page.waitForSelector("#why:popover-open");
  await look("parts of a score");
  await page.keyboard.press("Escape");
  await asked(page, () => page.click("#runners .chip >> nth=0 >> [title=Pin]"));
  await asked(page, () => page.click("#runners .chip >> nth=0 >> [title=Ban]"));
  await page.locator("#left-groups summary").first().click();
  await page.click("#refs-card > summary");
  await asked(page, () => page.click("#ref-example"));
  await look("choices, reasons and ROUGE");
  await page.locator(".doc .s").nth(3).click();
  await page.waitForSelector("#why:popover-open");
  await look("card of a sentence");
  await page.keyboard.press("Escape");
  await page.click("#more-docs");
  await asked(page, () => page.selectOption("#versus", "system:lexrank"));
  await look("comparison");
  await page.fill("#amount", "3");
  await page.waitForFunction(() => document.getElementById("choice-error").textContent);
  await look("error of the pins");
  await page.click("#tab-list");
  await look("empty list");
  await asked(page, () => page.click("#list-example"), "/v1/pack");
  await page.click("summary:has-text('as a table')");
  await look("list");
  await page.fill("#items", "id,cost\na,x\n");
  await page.waitForFunction(() => document.getElementById("items-error").textContent);
  await look("error of the items");
}
for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing, ${colorScheme}`, { colorScheme }, (page) => visit(page, (state) => accessible(page, `${state}, ${colorScheme}`)));
}
for (const width of [400, 320]) {
  test(`nothing is wider than a phone of ${width} pixels`, { viewport: { width, height: 800 }, hasTouch: true }, (page) => visit(page, (state) => noSideways(page, state)));
}
test("axe-core finds nothing on a phone", { viewport: { width: 400, height: 800 } }, async (page) => {
  await withExample(page);
  await accessible(page, "summary at 400 pixels");
  await page.click("#sides .sent >> nth=1");
  await page.waitForSelector("#back");
  await accessible(page, "source at 400 pixels");
  await page.click("#back");
  assert.ok(await page.locator("#sides .sent >> nth=1").evaluate((node) => node === document.activeElement));
});

test("the theme follows the system and the button", { colorScheme: "light" }, async (page) => {
  const dark = () => page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]) < 100);
  assert.equal(await dark(), false);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await dark(), true);
  assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: automatic");
  await page.click("#theme");
  assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: light");
  assert.equal(await dark(), false);
  await page.reload();
  assert.equal(await dark(), false, "the choice is kept");
  await page.click("#theme");
  assert.equal(await dark(), true);
  await page.click("#theme");
  assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: automatic");
});

// Presses Tab until the element that matches has the focus, which must be visible.
async function tabTo(page, selector, key = "Tab") {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press(key);
    const state = await page.evaluate((wanted) => {
      const node = document.activeElement;
      const style = getComputedStyle(node);
      return [node.matches(wanted), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0, node.outerHTML.slice(0, 80)];
    }, selector);
    if (i === 0 || state[0]) assert.ok(state[1], `the focus is visible on ${state[2]}`);
    if (state[0]) return;
  }
  assert.fail(`Tab does not reach ${selector}`);
}
const focused = (page) => page.evaluate(() => document.activeElement.textContent.trim());

test("the keyboard alone does everything", async (page) => {
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to the content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await tabTo(page, "#example");
  const answer = await asked(page, () => page.keyboard.press("Enter"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "result-title");
  // A sentence, its source, and back.
  await tabTo(page, "#sides .sent");
  await page.waitForSelector("#why:popover-open");
  await page.keyboard.press("Enter");
  assert.ok(answer.sentences[0].text.includes((await page.textContent(".s.here")).slice(-30)));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#why:popover-open");
  assert.ok(await page.evaluate(() => document.getElementById("why").contains(document.activeElement)));
  await page.keyboard.press("Escape");
  assert.ok(await page.evaluate(() => document.activeElement.matches(".s")));
  await page.keyboard.press("Escape");
  assert.equal(await focused(page), answer.sentences[0].text);
  // Pin the second sentence; the focus stays on its button.
  await tabTo(page, "#sides .pick:nth-child(2) [title=Pin]");
  const pinned = await asked(page, () => page.keyboard.press("Space"));
  assert.ok(pinned.places.some((each) => each.pinned));
  assert.equal(await page.evaluate(() => document.activeElement.title + document.activeElement.getAttribute("aria-pressed")), "Pintrue");
  // The slider.
  await tabTo(page, "#budget", "Shift+Tab");
  const longer = await asked(page, () => page.keyboard.press("ArrowRight"));
  assert.equal(longer.budget, "105w");
  assert.equal(await page.getAttribute("#budget", "aria-valuetext"), "105 words");
  // The tabs, by arrow keys.
  await tabTo(page, "#tab-text", "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-list", "aria-selected"), "true");
  assert.ok(await page.isVisible("#panel-list"));
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.isVisible("#panel-text"));
  await page.keyboard.press("End");
  await tabTo(page, "#list-example");
  await asked(page, () => page.keyboard.press("Enter"), "/v1/pack");
  assert.ok(await page.isVisible("#packed tr >> nth=0"));
});

test("what screen readers are told", async (page) => {
  await withExample(page);
  assert.equal(await page.getAttribute("#live", "role"), "status");
  assert.match(await page.textContent("#live"), /^Summary of/);
  assert.equal(await page.locator("[role=tabpanel]:not([hidden])").getAttribute("aria-labelledby"), "tab-text");
  assert.equal(await page.locator(".s.picked").first().getAttribute("aria-description"), "in the summary");
  const levels = await page.locator("h1:visible, h2:visible, h3:visible").evaluateAll((list) => list.map((each) => Number(each.tagName[1])));
  levels.forEach((level, at) => assert.ok(at === 0 ? level === 1 : level <= levels[at - 1] + 1, "no level of headings is skipped"));
  for (const id of ["budget-error", "system-error", "result-error", "choice-error", "docs-error", "refs-error", "add-error", "items-error", "w-error"]) assert.equal(await page.getAttribute("#" + id, "role"), "alert");
});

test("right-to-left text runs from right to left", async (page) => {
  const hebrew = "המגדל העתיק של העיר קרס ביום שני לאחר לילה של גשם כבד. איש לא נפגע, אמר ראש העיר. הכיכר נסגרה לציבור למשך שבוע.";
  const arabic = "انهار البرج القديم في المدينة يوم الاثنين بعد ليلة من الأمطار الغزيرة. لم يصب أحد بأذى، كما قال رئيس البلدية. أغلقت الساحة أمام الجمهور لمدة أسبوع.";
  await page.fill("#paste", `${hebrew}\n---\n${arabic}`);
  const answer = await asked(page, () => page.click("#add"));
  assert.ok(answer.sentences.length > 0);
  const direction = (selector) => page.locator(selector).first().evaluate((node) => getComputedStyle(node).direction);
  assert.equal(await direction("#sides .sent"), "rtl");
  assert.equal(await direction(".words p"), "rtl");
  assert.equal(await direction(".doc h3 > span"), "rtl");
  assert.equal(await direction("body"), "ltr");
  const edge = await page.locator("#sides .sent").first().evaluate((node) => { // the text begins at the right edge of its column
    const lines = node.getClientRects();
    return Math.abs(lines[0].right - node.parentElement.getBoundingClientRect().right);
  });
  assert.ok(edge < 4, `${edge} pixels from the edge`);
  await page.click("#sides .sent >> nth=0");
  assert.equal(await page.textContent(".s.here"), (await summary(page))[0]);
  // Each paragraph has its own direction.
  await page.click("#more-docs");
  await page.fill("#paste", `The old tower of the town fell on Monday after a night of heavy rain.\n\n${hebrew}`);
  await asked(page, () => page.click("#add"));
  await page.locator(".doc").last().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => [...document.querySelectorAll(".doc")].at(-1).querySelectorAll("p .s").length > 1);
  assert.deepEqual(await page.locator(".doc").last().locator(".words p").evaluateAll((list) => list.map((each) => getComputedStyle(each).direction)), ["ltr", "rtl"]);
  await idle(page);
});
