import { notFound } from "next/navigation";

export const dynamic = "force-dynamic";

/** Addresses beside those of links. */
export default function NoPage() {
  notFound();
}
