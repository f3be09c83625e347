/** A grey place in the measure of what will stand there, so that nothing moves when it comes. */
export function Skeleton({ className = "h-5 w-24" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-line motion-reduce:animate-none ${className}`}
    />
  );
}

const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** Rows of a table that is still being read. @param cells the classes of the cells that will stand there */
export function SkeletonRows({ rows = 8, cells }: { rows?: number; cells: readonly string[] }) {
  return names.slice(0, rows).map((row) => (
    <tr key={row} className="h-9 border-t border-line max-sm:h-12">
      {cells.map((cell, at) => (
        <td key={names[at]} className={cell}>
          <Skeleton className="h-4 w-3/4" />
        </td>
      ))}
    </tr>
  ));
}
