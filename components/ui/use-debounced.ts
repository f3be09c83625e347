"use client";
import { useEffect, useState } from "react";

/**
 * Returns the value after it has not changed for `waitMs`, so that typing does not send a request at every key press.
 */
export function useDebounced<T>(value: T, waitMs = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
