// Where results are handed in, as the page around the widgets says; undefined where it is served to no class.
const classResults = () => JSON.parse(document.getElementById("canasta-page")?.textContent || "{}").hands?.href;
