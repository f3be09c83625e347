"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { Button } from "./button";

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  /** What was sent has not been answered yet: until it is, nothing closes the window, or its outcome would be lost. */
  readonly isBusy?: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the one that does it last. */
  readonly actions?: ReactNode;
  /** What takes the focus when it closes; left out, or null: what opened it. */
  readonly finalFocus?: () => HTMLElement | null;
}

const DialogContext = createContext({ isBusy: false, close: (): void => undefined });

/** A window above the page: it takes the focus, gives it back, and closes by Escape. On a phone it rises from below. */
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

/** The buttons of a window, also of a form within it; on a phone below each other, in the order in which Tab goes. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col">{children}</div>;
}

/** Closes the window around it and does nothing else. */
export function CloseButton({ children }: { children: ReactNode }) {
  const { isBusy, close } = useContext(DialogContext);
  return (
    <Button disabled={isBusy} onClick={() => close()}>
      {children}
    </Button>
  );
}

/** The title of the page, for the focus of a window whose opener is gone: it would fall to the page's very beginning. */
export function pageTitle(): HTMLElement | null {
  const title = document.querySelector<HTMLElement>("main h1");
  if (title) title.tabIndex = -1;
  return title;
}

/**
 * `openerGoes` is called once it is done what takes away the button that opened the window: `finalFocus` is the page's title
 * from then on.
 */
export function useFinalFocus() {
  const isGone = useRef(false);
  return {
    finalFocus: (): HTMLElement | null => (isGone.current ? pageTitle() : null),
    openerGoes: (): void => {
      isGone.current = true;
    },
  };
}
