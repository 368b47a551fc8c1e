// harness.mjs - what the tests of the page share: the server, the browser, checks that hold in every test.
//
// A test gets a page in a browser context of its own. When it ends, the page must have logged no error and broken no rule
// of the content security policy. Nothing waits for a fixed time: every wait is for a state of the page.
// PAGE_SLOW=6 slows the browser down by that factor, to find tests that depend on its speed.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const require = createRequire((process.env.PAGE_MODULES || root + "build/page") + "/");
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
export const KNAP = process.env.KNAP || root + "build/release/knap";
export { assert };

const PATIENCE = 60000; // ms; generous, for busy machines: nothing waits that long otherwise

const tests = [];
export function test(name, options, body) {
  tests.push({ name, body: body || options, options: body ? options : {} });
}

// Starts `knap serve` on a free port, or on `port`, and waits until it answers.
export async function serve(options = [], port = 0) {
  const child = spawn(KNAP, ["serve", "--listen", `127.0.0.1:${port}`, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const url = await new Promise((done, fail) => {
    const hear = (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) done(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => fail(new Error(`knap serve ended with ${code}: ${said}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: () => new Promise((done) => {
      if (child.exitCode !== null) return done();
      child.on("exit", done);
      child.kill("SIGTERM");
    }),
  };
}

// Asks the server directly.
export async function api(server, path, body, headers = {}) {
  const response = await fetch(server.url + path, body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } });
  return { status: response.status, answer: await response.json() };
}

// What the page asks for, as the answer of the server.
export async function asked(page, act, path = "/v1/summarize") {
  const [response] = await Promise.all([page.waitForResponse((each) => each.url().endsWith(path) && each.request().method() === "POST"), act()]);
  await idle(page);
  return response.json().catch(() => null);
}
// Waits until no request runs and the newest answer is drawn.
export async function idle(page) {
  await page.waitForFunction(() => document.getElementById("busy").hidden && !document.querySelector(".stale"));
}

// Waits until a condition of the page holds. For states that events or observers bring about after the action is over,
// such as the toggle of a group. `what` names the condition in the error.
export async function eventually(check, what) {
  const until = Date.now() + PATIENCE;
  while (!(await check())) {
    assert.ok(Date.now() < until, `did not happen: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
export const has = (locator, count) => eventually(async () => (await locator.count()) === count, `${count} of ${locator}`);

// No rule of axe-core may be violated.
export async function accessible(page, state) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const found = violations.map((each) => `${each.id}: ${each.help}: ${each.nodes.slice(0, 3).map((node) => node.target.join(" ") + " " + (node.any[0]?.message || "")).join(" | ")}`);
  assert.deepEqual(found, [], state);
}
export async function noSideways(page, state) {
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= room, `${state}: the page is ${wide} pixels wide in a window of ${room}`);
}

export async function withExample(page) {
  return asked(page, () => page.click("#example"));
}
// One summary of all documents, also of files.
export const together = (page) => page.locator("#scope").evaluate((node) => {
  node.value = "all";
  node.dispatchEvent(new Event("change"));
});
export const summary = (page) => page.locator("#sides .sent").allTextContents();
export async function setRange(page, id, value, path) {
  return asked(page, () => page.locator(id).evaluate((node, to) => {
    node.value = to;
    node.dispatchEvent(new Event("input", { bubbles: true }));
  }, value), path);
}

export async function run() {
  const only = process.argv[2];
  if (only && !tests.some(({ name }) => name.includes(only))) {
    console.log(`no test has "${only}" in its name`);
    process.exit(2);
  }
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  const server = await serve();
  let failed = 0;
  const began = Date.now();
  for (const { name, body, options } of tests) {
    if (only && !name.includes(only)) continue;
    const from = Date.now();
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    if (process.env.PAGE_SLOW) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.PAGE_SLOW) });
    const wrong = [];
    page.on("pageerror", (error) => wrong.push("error: " + error.message));
    page.on("dialog", (dialog) => { wrong.push("dialog: " + dialog.message()); dialog.dismiss(); });
    // A refused request (400, 401, 422) is logged by the browser; the page shows it. Everything else is an error.
    page.on("console", (message) => { if (message.type() === "error" && !/^Failed to load resource/.test(message.text())) wrong.push("console: " + message.text()); });
    try {
      if (!options.closed) await page.goto(server.url);
      await body(page, server, context);
      assert.deepEqual(wrong, [], "what the browser logged");
      console.log(`ok    ${name} (${((Date.now() - from) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name}\n${error.stack}\n${wrong.join("\n")}`);
      if (process.env.PAGE_SHOTS) await page.screenshot({ path: `${process.env.PAGE_SHOTS}/fail-${name.replace(/\W+/g, "-")}.png` }).catch(() => {});
    }
    await context.close();
  }
  await browser.close();
  await server.stop();
  console.log(`${failed ? failed + " failed" : "all passed"} in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  process.exit(failed ? 1 : 0);
}
