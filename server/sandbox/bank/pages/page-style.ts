/** The look of the banks' pages: the product's tokens, nothing to download. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #14181f; --ink-soft: #525b69; --paper: #ffffff; --surface: #f6f7f9;
  --line: #e2e6eb; --control: #7b8594; --accent: #1d5fa8; --accent-ink: #ffffff; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f5; --ink-soft: #a3adbb; --paper: #0f1216;
  --surface: #171b21; --line: #2a313a; --control: #7b8594; --accent: #7db4f0; --accent-ink: #06182b;
  --warn: #e0b04a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
p { margin: 0 0 16px; color: var(--ink-soft); }
.simulation { padding: 8px 12px; font-size: 14px; color: var(--warn); background: var(--surface);
  border-radius: 8px; }
.sheet { max-width: 440px; margin: 32px auto; padding: 24px; background: var(--paper);
  border: 1px solid var(--line); border-radius: 10px; }
.bar { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; margin-bottom: 16px;
  font-weight: 600; }
.bar a { font-weight: 400; padding: 12px 0; }
h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.3; }
dl { margin: 0 0 24px; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0;
  border-bottom: 1px solid var(--line); }
dt { color: var(--ink-soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
label { display: block; margin-bottom: 4px; font-weight: 600; }
input { width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; font-size: 20px; letter-spacing: 0.2em;
  color: inherit; background: var(--paper); border: 1px solid var(--control); border-radius: 8px; }
.hint { margin: 8px 0 24px; font-size: 14px; }
button { width: 100%; min-height: 48px; padding: 8px 16px; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--accent-ink); background: var(--accent); border: 1px solid var(--accent); border-radius: 8px; }
button.quiet { margin-top: 12px; color: var(--ink); background: transparent; border-color: var(--control); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) { .sheet { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 16px; } }
`;
