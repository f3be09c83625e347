"use client";
import { useLayoutEffect } from "react";
import "./early-actions";

/** Repeats what was clicked or submitted before the components listened. It stands in the page's frame. */
export function RepeatEarlyAction() {
  // A passive effect could run after React has passed on a click, which would then happen twice.
  useLayoutEffect(() => window.repeatEarlyActions?.(), []);
  return null;
}
