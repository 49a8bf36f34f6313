// The parts of d3 that the report's pages use; made into d3-subset.min.js by
// the command in README.md beside it.
export {select, selectAll, pointer} from "d3-selection";
export {scaleLinear, scaleLog, scalePoint, scaleBand, scaleSqrt} from "d3-scale";
export {axisBottom, axisLeft, axisRight} from "d3-axis";
export {line, area} from "d3-shape";
export {brushY} from "d3-brush";
export {extent, max, min, quantile, ascending, descending, group} from "d3-array";
export {format} from "d3-format";
