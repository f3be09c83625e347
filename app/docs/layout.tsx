import type { ReactNode } from "react";
import "@/components/ui/tokens.css";
import "@/components/ui/base.css";
import "@/components/ui/site.css";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return children;
}
