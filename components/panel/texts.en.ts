import { asCatalogue, type Catalogues } from "@/messages/catalogues";
import panel from "@/messages/panel.en.json";
import shared from "@/messages/shared.en.json";

export const texts = {
  panel: asCatalogue<Catalogues["panel"]>(panel),
  shared: asCatalogue<Catalogues["shared"]>(shared),
};
