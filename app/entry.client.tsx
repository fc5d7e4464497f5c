import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { RemixBrowser } from "~/app/framework";
import { latePartsReady } from "./components/late";
import { takeOverInParts } from "./components/page-part";

/** Resolves when all parts of the page are taken over. */
let parts: Promise<void>;

/** The page. It marks the document when scripts have taken over. Until then the browser handles a click. */
function Page() {
  useEffect(() => {
    void parts.then(() => {
      document.documentElement.dataset.scripts = "ready";
    });
  }, []);
  return <RemixBrowser />;
}

/**
 * The document as the parent of the page's one element. Given the document itself, Preact would look for the page inside
 * of its `html` element.
 */
function documentAsParent(): Element {
  const { documentElement: page } = document;
  const parent = {
    nodeType: Node.ELEMENT_NODE,
    namespaceURI: page.namespaceURI,
    ownerDocument: document,
    firstChild: page,
    childNodes: [page],
    insertBefore: (node: Node, before: Node | null) => document.insertBefore(node, before),
  };
  return parent as unknown as Element;
}

function takeOver(): void {
  parts = takeOverInParts(() => hydrateRoot(documentAsParent(), <Page />));
}

/** Waits until the page's data are decoded: Remix throws their promise when it is first rendered. */
async function dataReady(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

void Promise.all([latePartsReady(), dataReady()]).then(takeOver);
