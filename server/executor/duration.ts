const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Returns the end of a sleep: after a duration in the SDK's notation (`1m30s`), or at an ISO date; null for other
 * texts.
 */
export function sleepEnd(text: string, now: Date): Date | null {
  if (/^(\d+(ms|[smhdw]))+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+)(ms|[smhdw])/g)];
    const totalMs = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (unitsMs[unit] ?? 0), 0);
    return new Date(now.getTime() + totalMs);
  }
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
