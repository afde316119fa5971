// Drives a page in Chromium: reads a line of JSON with a call, writes a line with what came of it, until the input ends.
//   node drive.mjs CHROMIUM   (with playwright-core in reach)

import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
});
let context;
let page;
let heard;

const calls = {
  /** Opens a new, empty window; all that it hears from now on is kept. */
  async open({ url, width = 1280, height = 800, ...options }) {
    await context?.close();
    context = await browser.newContext({ viewport: { width, height }, ...options });
    page = await context.newPage();
    const kept = { traffic: [], complaints: [] };
    heard = kept;
    page.on("console", (message) => message.type() === "error" && kept.complaints.push(message.text()));
    page.on("pageerror", (error) => kept.complaints.push(error.message));
    page.on("response", async (response) => {
      // A stream has no end, so its messages are heard one by one below.
      const streamed = response.request().resourceType() === "eventsource";
      const body = streamed ? "" : await response.text().catch(() => "");
      kept.traffic.push([response.url(), body]);
    });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    session.on("Network.eventSourceMessageReceived", ({ eventName, data }) => kept.traffic.push([`sse:${eventName}`, data]));
    await page.goto(url);
  },
  evaluate: ({ code }) => page.evaluate(code),
  press: ({ keys }) => page.keyboard.press(keys),
  click: ({ what }) => page.click(what),
  fill: ({ what, value }) => page.fill(what, value),
  select: ({ what, value }) => page.selectOption(what, value),
  screenshot: ({ file }) => page.screenshot({ path: file }),
  heard: () => heard,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { call, ...given } = JSON.parse(line);
  try {
    const came = await calls[call](given);
    console.log(JSON.stringify({ came: came ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
await browser.close();
