import { type ComponentProps, type ReactNode, useId } from "react";
import { Input, Select, TextBox } from "./controls";

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

/** The browser's button of a file field, which would be bare text without a style of its own. */
const fileClass =
  "file:mr-3 file:cursor-pointer file:rounded-control file:border file:border-field-line file:bg-surface file:px-2 " +
  "file:font-medium file:text-ink max-sm:file:py-1";

export function TextField({ label, hint, error, className = "", ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(ids) => (
        <Input {...input} {...ids} className={input.type === "file" ? `${controlClass} ${fileClass}` : controlClass} />
      )}
    </Labelled>
  );
}

export function TextArea({ label, hint, error, className = "", ...input }: FieldProps & ComponentProps<"textarea">) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(ids) => <TextBox rows={3} {...input} {...ids} className={controlClass} />}
    </Labelled>
  );
}

export function SelectField({ label, hint, error, className = "", ...select }: FieldProps & ComponentProps<"select">) {
  return (
    <Labelled {...{ label, hint, error, className }}>
      {(ids) => <Select {...select} {...ids} className={controlClass} />}
    </Labelled>
  );
}

export function CheckField({ label, hint, error, className = "", ...input }: FieldProps & ComponentProps<"input">) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-9 items-center gap-2 max-sm:min-h-11">
        <Input {...input} id={id} type="checkbox" className="size-4 accent-accent" />
        <span>{label}</span>
      </label>
      <FieldNotes {...{ id, hint, error }} />
    </div>
  );
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
