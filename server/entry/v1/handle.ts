import { getContext } from "@/server/context";
import type { WebAnswer, WebRequest } from "@/server/request-store";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { readCallerFacts } from "../http/request-facts";
import { createRouteTable } from "../http/routes";
import { capacity } from "../limits/capacity";
import { rateLimits } from "../limits/rate-limits";
import { operations } from "./operation-list";
import { answerAsResponse, answerRequest, type PipelineContext } from "./pipeline";

const routes = createRouteTable(operations);

const door = (): PipelineContext => ({
  ctx: getContext(),
  limits: rateLimits(),
  capacity: capacity(),
  routes,
  authenticate: authenticateKey,
});

/** Answers the merchant API as a route of the framework. */
export const handleV1 = (request: WebRequest): Promise<Response> =>
  answerAsResponse(request, readCallerFacts(), door());

/** Answers the merchant API for the product's own server. Both entries give the same answers (D-105). */
export const answerV1 = (request: WebRequest): Promise<WebAnswer> => answerRequest(request, readCallerFacts(), door());
