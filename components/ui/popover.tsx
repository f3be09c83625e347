"use client";
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from "react";

interface PopoverProps {
  /** The name of the panel for assistive technology. */
  readonly label: string;
  /** The content of the button that opens the panel. */
  readonly button: ReactNode;
  readonly buttonClass: string;
  /** The content of the panel; it is mounted while the panel is open. `close` gives the focus back to the button. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button with a small panel below it. The panel is the browser's own popover: it closes with Escape and with a click
 * outside, is above everything else, and gives the focus back to the button.
 */
export function Popover({ label, button, buttonClass, children }: PopoverProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>("button, input, select")?.focus();
  }, [isOpen]);
  const place = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === "open" && trigger.current && panel.current) placeBelow(trigger.current, panel.current);
  };
  return (
    <>
      <button ref={trigger} type="button" popoverTarget={id} aria-expanded={isOpen} className={buttonClass}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={place}
        onToggle={({ newState }) => setOpen(newState === "open")}
        className="absolute inset-auto m-0 max-h-[70dvh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto overscroll-contain rounded-card border border-line bg-paper p-3 text-ink shadow-xl empty:invisible"
      >
        {isOpen && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}

/** The distance to the edges of the screen, in CSS pixels. */
const marginPx = 16;
const widthRem = 18;

/** Places the panel on the page, so that it scrolls with its button. It may not reach beyond the screen. */
function placeBelow(trigger: HTMLElement, panel: HTMLElement): void {
  const { left, bottom } = trigger.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const widthPx = Math.min(widthRem * remPx, clientWidth - 2 * marginPx);
  const leftPx = Math.max(marginPx, Math.min(left, clientWidth - widthPx - marginPx));
  panel.style.left = `${leftPx + window.scrollX}px`;
  panel.style.top = `${bottom + 4 + window.scrollY}px`;
}
