import { notFound } from "next/navigation";
import { refundSamples } from "@/components/docs/refunds/refund-example";

export const dynamic = "force-dynamic";

/** Answers a sample program of the guide as a file. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  const sample = refundSamples.find((one) => one.file === file);
  if (!sample) notFound();
  return new Response(sample.text, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
