/** A grey placeholder with the size of the content that will replace it, so that the layout does not shift. */
export function Skeleton({ className = "h-5 w-24" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded bg-line motion-reduce:animate-none ${className}`}
    />
  );
}

const keys = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/**
 * The placeholder rows of a table that is loading, in a container of its size.
 * @param cells the classes of the cells, one per column
 */
export function SkeletonRows({ rows = 8, cells }: { rows?: number; cells: readonly string[] }) {
  return keys.slice(0, rows).map((row) => (
    <tr key={row} className="h-9 border-t border-line @max-xl:h-12">
      {cells.map((cell, column) => (
        <td key={keys[column]} className={cell}>
          <Skeleton className="h-4 w-3/4" />
        </td>
      ))}
    </tr>
  ));
}
