import { asCatalogue, type Catalogues } from "@/messages/catalogues";
import shared from "@/messages/shared.en.json";
import staff from "@/messages/staff.en.json";

export const texts = {
  staff: asCatalogue<Catalogues["staff"]>(staff),
  shared: asCatalogue<Catalogues["shared"]>(shared),
};
