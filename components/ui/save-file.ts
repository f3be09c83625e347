/** Downloads content that the page has generated as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // After 10 seconds the browser has started to read the blob, so its URL can be released.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
