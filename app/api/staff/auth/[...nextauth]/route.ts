import type { NextRequest } from "next/server";
import { answerSignIn } from "@/server/entry/people/sign-in-request";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ nextauth: string[] }> };

const handle = (request: NextRequest, context: Context): Promise<Response> => answerSignIn(request, context, "staff");

export { handle as GET, handle as POST };
