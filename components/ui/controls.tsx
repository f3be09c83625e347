import {
  type ChangeEvent,
  type ComponentProps,
  type Ref,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from "react";
import { flushSync } from "react-dom";

// The controls of every form and filter. A browser shows them before the script has loaded, and keeps what a person
// types and chooses until then, of which React does not know. Each control reports such a change to its `onChange`.

/** An input that reports what was typed, moved or ticked before the script ran. */
export const Input = ({ ref, ...input }: ComponentProps<"input">) => (
  <input {...input} ref={useEarlyChange<HTMLInputElement>(ref, input)} />
);

/** A text area that reports what was typed before the script ran. */
export const TextBox = ({ ref, ...box }: ComponentProps<"textarea">) => (
  <textarea {...box} ref={useEarlyChange<HTMLTextAreaElement>(ref, box)} />
);

/** A native select, because a phone then shows its own list. It reports what was chosen before the script ran. */
export const Select = ({ ref, ...select }: ComponentProps<"select">) => (
  <select {...select} ref={useEarlyChange<HTMLSelectElement>(ref, select)} />
);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Given<Element> {
  readonly value?: unknown;
  readonly checked?: boolean | undefined;
  readonly onChange?: ((event: ChangeEvent<Element>) => void) | undefined;
}

function useEarlyChange<Element extends Control>(outer: Ref<Element> | undefined, given: Given<Element>): Ref<Element> {
  const control = useRef<Element>(null);
  // A call and not an event, because React ignores an event whose value it has seen, as it has the early one.
  const report = useEffectEvent((element: Element) =>
    given.onChange?.({ target: element, currentTarget: element } as unknown as ChangeEvent<Element>),
  );
  const compare = useEffectEvent(() => {
    const element = control.current;
    if (!element || !differs(element, given)) return;
    const early = given.checked === undefined ? { value: element.value } : { checked: readChecked(element) };
    reportSoon(() => {
      // A form may have rendered again before this, which has overwritten the early change.
      if (differs(element, early)) write(element, early);
      report(element);
    });
  });
  useLayoutEffect(() => compare(), []);
  useEffect(() => reportAll(), []);
  return (element) => {
    control.current = element;
    if (typeof outer === "function") return outer(element);
    if (outer) outer.current = element;
  };
}

/** Returns whether a control shows something else than it was given. */
function differs(element: Control, { value, checked }: Given<never>): boolean {
  if (checked !== undefined) return readChecked(element) !== checked;
  if (value === undefined || element.value === String(value)) return false;
  // If no option has the value, the options have not been read yet, so the difference is not a choice.
  return !("options" in element) || [...element.options].some((option) => option.value === String(value));
}

const readChecked = (element: Control): boolean => (element as HTMLInputElement).checked;

function write(element: Control, { value, checked }: Given<never>): void {
  if (checked !== undefined) (element as HTMLInputElement).checked = checked;
  else element.value = String(value);
}

let changes: (() => void)[] = [];

/**
 * Reports an early change after all layout effects, in which the forms subscribe to their values, and before an early
 * click is repeated: in the passive effects or in a microtask, whichever comes first. When a click makes React hydrate
 * a part of the page, React runs the passive effects and passes the click on, before any microtask. Otherwise the click
 * can come before the passive effects.
 */
function reportSoon(change: () => void): void {
  changes.push(change);
  if (changes.length === 1) queueMicrotask(() => changes.length > 0 && flushSync(reportAll));
}

/** Reports the early changes of all controls together, because what is rendered between would overwrite the others. */
function reportAll(): void {
  const reported = changes;
  changes = [];
  for (const report of reported) report();
}
