import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepEarlyActions } from "./early-actions";

type Listener = (event: object) => void;

/** The page, as far as early actions touch it: what listens at the window, at React's document and below it. */
const page = {
  window: {} as { repeatEarlyActions?: () => void },
  atWindow: new Map<string, Listener>(),
  belowReact: new Map<string, Listener>(),
  /** What React does with a click: `receive` passes it to the component, `stop` has no component yet. */
  react: "none" as "none" | "receive" | "stop",
};

/** A button that counts the clicks its component has received. */
function makeButton() {
  const button = { received: 0, isConnected: true, disabled: false, click: () => click(button, false) };
  return button;
}
type Button = ReturnType<typeof makeButton>;

/** @param isTrusted whether a person clicks, and not a script */
function click(button: Button | null, isTrusted = true): void {
  page.atWindow.get("click")?.({ target: { closest: () => button }, isTrusted });
  if (page.react === "stop") return;
  if (page.react === "receive" && button) button.received += 1;
  page.belowReact.get("click")?.({});
}

/** Returns whether the page lets the browser send a form. */
function submits(): boolean {
  const preventDefault = vi.fn();
  page.atWindow.get("submit")?.({ preventDefault });
  return preventDefault.mock.calls.length === 0;
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { window: {}, react: "none" });
  page.atWindow.clear();
  page.belowReact.clear();
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("addEventListener", (type: string, listen: Listener) => page.atWindow.set(type, listen));
  const addEventListener = (type: string, listen: Listener) => page.belowReact.set(type, listen);
  vi.stubGlobal("document", { documentElement: { addEventListener } });
  keepEarlyActions();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the last click before React listens is repeated once, and later ones are left to their components", () => {
  const [first, last, late] = [makeButton(), makeButton(), makeButton()];
  for (const button of [first, last]) click(button);
  page.react = "receive";
  page.window.repeatEarlyActions?.();
  vi.runAllTimers();
  click(late);
  vi.runAllTimers();
  expect([first.received, last.received, late.received]).toEqual([0, 1, 1]);
});

test("a click that React stops is repeated until a component has received it, and then no more", () => {
  const button = makeButton();
  page.window.repeatEarlyActions?.();
  page.react = "stop";
  click(button);
  click(button);
  vi.advanceTimersByTime(1_000);
  expect(button.received).toBe(0);
  page.react = "receive";
  vi.runAllTimers();
  expect(button.received).toBe(1);
});

test("a click at which React hydrates is not repeated, because React passes it on", () => {
  const button = makeButton();
  page.react = "receive";
  page.atWindow.get("click")?.({ target: { closest: () => button }, isTrusted: true });
  page.window.repeatEarlyActions?.();
  page.belowReact.get("click")?.({});
  vi.runAllTimers();
  expect(button.received).toBe(0);
});

test("a form is not sent by the browser before a component has received the click of its button", () => {
  const button = makeButton();
  expect(submits()).toBe(false);
  page.window.repeatEarlyActions?.();
  page.react = "stop";
  click(button);
  expect(submits()).toBe(false);
  page.react = "receive";
  vi.runAllTimers();
  expect(submits()).toBe(true);
});

test.each([{ isConnected: false }, { disabled: true }])(
  "a button that is gone or disabled is left alone: %j",
  (state) => {
    const button = makeButton();
    click(button);
    Object.assign(button, state);
    page.react = "receive";
    page.window.repeatEarlyActions?.();
    vi.runAllTimers();
    expect(button.received).toBe(0);
    expect(submits()).toBe(true);
  },
);

const typesText = (isTrusted = true): void => page.atWindow.get("input")?.({ isTrusted });

test.each([
  ["a click elsewhere", () => click(null)],
  ["a change of a field", () => typesText()],
  ["half a minute", () => vi.advanceTimersByTime(30_000)],
])("a click that waits is forgotten after %s", (_what, goOn) => {
  const button = makeButton();
  click(button);
  goOn();
  page.react = "receive";
  page.window.repeatEarlyActions?.();
  vi.runAllTimers();
  expect(button.received).toBe(0);
  expect(submits()).toBe(true);
});

test("a click that is repeated keeps its age, and is forgotten half a minute after the person has clicked", () => {
  const button = makeButton();
  page.window.repeatEarlyActions?.();
  page.react = "stop";
  click(button);
  vi.advanceTimersByTime(29_000);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(2_000);
  expect(vi.getTimerCount()).toBe(0);
  page.react = "receive";
  click(button);
  vi.runAllTimers();
  expect(button.received).toBe(1);
});

test("what scripts click and change forgets no click: so controls report what was typed and ticked early", () => {
  const button = makeButton();
  click(button);
  click(null, false);
  typesText(false);
  page.react = "receive";
  page.window.repeatEarlyActions?.();
  vi.runAllTimers();
  expect(button.received).toBe(1);
});
