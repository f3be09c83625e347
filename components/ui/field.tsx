import { type ComponentProps, type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef } from "react";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with the entered value; screen readers announce it when it appears. */
  readonly error?: string | null | undefined;
  readonly className?: string;
}

/** The classes of every input, select and text area. */
export const controlClass =
  "min-h-9 w-full rounded-control border border-field-line bg-paper px-3 py-1.5 text-ink max-sm:min-h-11 " +
  "max-sm:text-base aria-invalid:border-bad disabled:bg-surface disabled:text-ink-soft";

export function TextField({ label, hint, error, className = "", ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(ids) => <input {...input} {...ids} className={controlClass} />}
    </Labelled>
  );
}

export function TextArea({ label, hint, error, className = "", ...input }: FieldProps & ComponentProps<"textarea">) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(ids) => <textarea rows={3} {...input} {...ids} className={controlClass} />}
    </Labelled>
  );
}

/** A native select, because a phone then shows its own list. */
export function SelectField({
  label,
  hint,
  error,
  className = "",
  ref,
  ...select
}: FieldProps & ComponentProps<"select">) {
  const shared = useEarlyChoice<HTMLSelectElement>(ref, (element) => {
    const { value } = select;
    if (value === undefined || element.value === String(value)) return;
    // If no option has the value, the options have not been read yet, so the difference is not a choice.
    const isChoice = [...element.options].some((option) => option.value === String(value));
    if (isChoice) element.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(ids) => <select {...select} {...ids} ref={shared} className={controlClass} />}
    </Labelled>
  );
}

export function CheckField({
  label,
  hint,
  error,
  className = "",
  ref,
  ...input
}: FieldProps & ComponentProps<"input">) {
  const id = useId();
  const shared = useEarlyChoice<HTMLInputElement>(ref, (element) => {
    if (input.checked === undefined || element.checked === input.checked) return;
    element.checked = input.checked;
    element.click();
  });
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-9 items-center gap-2 max-sm:min-h-11">
        <input {...input} id={id} ref={shared} type="checkbox" className="size-4 accent-accent" />
        <span>{label}</span>
      </label>
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

/**
 * Reports a choice that a person has made before the script ran: a browser shows a field earlier, and keeps the choice,
 * of which React does not know.
 * @param report compares the control with its value, once
 */
function useEarlyChoice<Control>(outer: Ref<Control> | undefined, report: (control: Control) => void): Ref<Control> {
  const control = useRef<Control>(null);
  const reportOnce = useEffectEvent(() => {
    if (control.current) report(control.current);
  });
  useEffect(() => reportOnce(), []);
  return (element) => {
    control.current = element;
    if (typeof outer === "function") return outer(element);
    if (outer) outer.current = element;
  };
}

interface FieldIds {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: true;
}

/** A control with its label above and its hint and error below, connected for assistive technology. */
export function Labelled({
  label,
  hint,
  error,
  className,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const noteIds = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((one) => one !== null);
  const ids = {
    id,
    ...(noteIds.length > 0 && { "aria-describedby": noteIds.join(" ") }),
    ...(error && { "aria-invalid": true as const }),
  };
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children(ids)}
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
}

function FieldNotes({ id, hint, error }: Pick<FieldProps, "hint" | "error"> & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-bad">
          {error}
        </p>
      )}
    </>
  );
}
