"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the one that does it last. */
  readonly actions?: ReactNode;
}

/** A window above the page: it takes the focus, gives it back, and closes by Escape. On a phone it rises from below. */
export function Dialog({ isOpen, onClose, title, description, children, actions }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-ink/40" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup className="flex max-h-full w-full flex-col gap-4 overflow-y-auto rounded-t-card bg-paper p-5 shadow-2xl outline-none sm:max-w-lg sm:rounded-card sm:border sm:border-line">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {description && (
              <Base.Description render={<div />} className="text-ink-soft">
                {description}
              </Base.Description>
            )}
            {children}
            {actions && (
              <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">{actions}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
