import { getContext } from "@/server/context";
import type { WebRequest, WebResponse } from "@/server/request-store";
import { authenticateKey } from "@/server/usecases/authenticate-key";
import { requestFacts } from "../http";
import { rateLimits } from "../rate-limits";
import { routeTable } from "../routes";
import { operations } from "./operation-list";
import { answer } from "./pipeline";

const routes = routeTable(operations);

/** The merchant API. The route files and the custom server call this one function, so both doors answer alike. */
export const handleV1 = (request: WebRequest): Promise<WebResponse> =>
  answer(request, requestFacts(), {
    ctx: getContext(),
    limits: rateLimits(),
    routes,
    authenticate: authenticateKey,
  });
