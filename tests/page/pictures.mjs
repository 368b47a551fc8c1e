// pictures.mjs - takes the pictures of docs/SERVER.md: pictures.mjs FOLDER. `make page-pictures` calls it.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { asked, idle, require, serve, withExample } from "./harness.mjs";

const { chromium } = require("playwright-core");
const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
const server = await serve();

async function picture(name, width, height, colorScheme, act) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  await page.goto(server.url);
  await act(page);
  await idle(page);
  const path = `${folder}/serve-${name}.png`;
  await page.screenshot({ path });
  execFileSync("pngquant", ["--force", "--quality", "70-95", "--speed", "1", "--strip", "--output", path, path]);
  execFileSync("optipng", ["-quiet", "-o5", path]);
  await page.close();
}
const top = (page) => page.evaluate(() => scrollTo(0, 0));

await picture("summary", 1400, 900, "light", async (page) => {
  await withExample(page);
  await page.click("#sides .sent >> nth=1");
  await page.mouse.move(4, 400);
  await top(page);
});
await picture("reasons", 1400, 900, "light", async (page) => {
  await withExample(page);
  await page.locator("#runners-card").evaluate((node) => node.scrollIntoView({ block: "center" }));
  await page.hover("#runners .say >> nth=1");
  await page.waitForSelector("#why:popover-open");
});
await picture("compare", 1400, 900, "dark", async (page) => {
  await withExample(page);
  await asked(page, () => page.click("#runners .chip >> nth=0 >> [title=Pin]"));
  await page.selectOption("#versus", "system:lexrank");
  await page.waitForSelector("#sides > div >> nth=1");
  await page.mouse.move(4, 400);
  await top(page);
});
await picture("items", 1400, 1180, "light", async (page) => {
  await page.click("#tab-list");
  await asked(page, () => page.click("#list-example"), "/v1/pack");
  await top(page);
  const box = await page.locator(".chart svg").boundingBox();
  await page.locator(".chart svg").hover({ position: { x: box.width * 0.3, y: box.height * 0.5 } });
});
await picture("phone", 400, 860, "dark", async (page) => {
  await withExample(page);
  await page.mouse.move(2, 2);
  await top(page);
});
await browser.close();
await server.stop();
