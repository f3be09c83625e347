import { Skeleton } from "../ui/skeleton";

/** The placeholder of a screen that is loading: its title and a first table. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mb-6 h-7 w-48" />
      <Skeleton className="mb-3 h-9 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
