/** Every address behind the guard (specification §2 "Route table"); without a session any other one leads to session/404. */
export const GUARDED =
  /^\/(?:mobi|sobre|s\/[^/]+(?:\/[^/]+)?|pedidos(?:\/meus(?:\/[^/]+)?)?|dashboard(?:\/(?:companies|users|products|orders)(?:\/[^/]+)?|\/(?:mycompany|excel|integrations|categories|catalog|shoppingcart))?|apps(?:\/(?:calendar|messages|media))?|widgets|material|tables|charts|maps(?:\/leaflet)?|dragndrop|pages)?\/?$/
