"use client";
import { useEffect, useState } from "react";

/** A value that has stayed as it is for a while, ms: what is asked of the server is not asked at every key. */
export function useDebounced<T>(value: T, waitMs = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs);
    return () => clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}
