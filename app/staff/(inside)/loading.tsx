import { ScreenSkeleton } from "@/components/panel/screen-skeleton";

export default function Loading() {
  return <ScreenSkeleton />;
}
