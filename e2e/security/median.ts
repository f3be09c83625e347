/** Returns the median of some durations. */
export const medianMs = (all: readonly number[]): number => {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
