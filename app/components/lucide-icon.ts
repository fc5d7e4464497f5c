import { createElement, type SVGProps } from "react";

/** An icon as lucide's modules have it. */
interface IconData {
  size: number;
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

function drawIcon({ size, node }: IconData, props: SVGProps<SVGSVGElement>) {
  const attributes: SVGProps<SVGSVGElement> = {
    "aria-hidden": true,
    xmlns: "http://www.w3.org/2000/svg",
    width: size,
    height: size,
    viewBox: `0 0 ${size} ${size}`,
    fill: "none",
    stroke: "currentColor",
    strokeWidth: 2,
    strokeLinecap: "round",
    strokeLinejoin: "round",
    ...props,
  };
  const children = node.map(([tag, { key, ...shape }]) => createElement(tag, { key, ...shape }));
  return createElement("svg", attributes, children);
}

/**
 * What every lucide icon calls, in place of the package's own (`vite.config.ts`): the same element without context,
 * names and options, which no page uses and every member's page would load.
 */
export default function createLucideIcon(icon: IconData) {
  return (props: SVGProps<SVGSVGElement>) => drawIcon(icon, props);
}
