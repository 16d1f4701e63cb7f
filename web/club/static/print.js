// The button that prints the page; without scripts there is none.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
