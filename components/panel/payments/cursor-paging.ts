/** The paging options of infinite queries, shared by the server's prefetch and the browser. */
export const cursorPaging = {
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }) => nextCursor,
};
