"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { Button } from "./button";

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  /**
   * True while a request is waiting for its answer. The dialog cannot be closed then, because the outcome would be
   * lost.
   */
  readonly isBusy?: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons; the one that performs the action comes last. */
  readonly actions?: ReactNode;
  /**
   * Returns the element that gets the focus when the dialog closes. If it is absent or returns null, the opener gets
   * it.
   */
  readonly finalFocus?: () => HTMLElement | null;
}

const DialogContext = createContext({ isBusy: false, close: (): void => undefined });

/**
 * A modal dialog: it takes the focus, returns it on close, and closes with Escape. On a phone it is at the bottom edge.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, isBusy = false, title, description, children, actions, finalFocus } = props;
  const close = (): void => {
    if (!isBusy) onClose();
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-ink/40" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            finalFocus={finalFocus}
            className="flex max-h-full w-full flex-col gap-4 overflow-y-auto rounded-t-card bg-paper p-5 shadow-2xl outline-none sm:max-w-lg sm:rounded-card sm:border sm:border-line"
          >
            <DialogContext value={{ isBusy, close }}>
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description render={<div />} className="text-ink-soft">
                  {description}
                </Base.Description>
              )}
              {children}
              {actions && <DialogActions>{actions}</DialogActions>}
            </DialogContext>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The buttons of a dialog or of a form inside it. On a phone they are stacked in tab order. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col">{children}</div>;
}

/** Closes the surrounding dialog and does nothing else. */
export function CloseButton({ children }: { children: ReactNode }) {
  const { isBusy, close } = useContext(DialogContext);
  return (
    <Button disabled={isBusy} onClick={() => close()}>
      {children}
    </Button>
  );
}

/**
 * Finds the title of the page and makes it focusable. It receives the focus when a dialog closes and its opener has
 * been removed; otherwise the focus would fall back to the beginning of the page.
 */
export function findPageTitle(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>("main h1");
  if (title) title.tabIndex = -1;
  return title;
}

/**
 * Returns the `finalFocus` of a dialog whose action may remove its opener. After `markOpenerRemoved` was called,
 * `finalFocus` returns the page's title.
 */
export function useFinalFocus() {
  const isGone = useRef(false);
  return {
    finalFocus: (): HTMLElement | null => (isGone.current ? findPageTitle() : null),
    markOpenerRemoved: (): void => {
      isGone.current = true;
    },
  };
}
