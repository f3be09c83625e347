import { type PdfContent, renderPdf } from "@/server/documents/pdf";
import { writeXlsx, type XlsxTable } from "@/server/documents/xlsx";

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Streams a table as an XLSX file. The name has no ending, and consists of letters, digits and hyphens. */
export const xlsxResponse = <Row>(name: string, table: XlsxTable<Row>): Response =>
  new Response(writeXlsx(table), { headers: fileHeaders(xlsxType, `${name}.xlsx`) });

/** Answers a document as a PDF. The name has no ending, and consists of letters, digits and hyphens. */
export async function pdfResponse(name: string, content: PdfContent): Promise<Response> {
  const bytes = await renderPdf(content);
  return new Response(bytes.slice(), { headers: fileHeaders("application/pdf", `${name}.pdf`) });
}

const fileHeaders = (type: string, fileName: string): Record<string, string> => ({
  "Content-Type": type,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "no-store",
});
