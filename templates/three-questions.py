# %% [markdown]
# # Three questions to {{title}}, {{label}}
#
# This notebook answers three questions from the tables of this release, with pandas alone:
#
# 1. What did women tell in one county in the years of the schools collection?
# 2. Which topics were collected in which county?
# 3. In which years were the items recorded?
#
# Run it in the folder where it is. It reads the tables in `../derived`. Change the values in capitals, and run it again.
# The columns are described in `../derived/*.csv-metadata.json`. The data have the licences of `../LICENCES.md`.

# %%
import json
from pathlib import Path

import pandas as pd

FOLDER = Path("../derived")
HOW_TO_READ = json.loads((FOLDER / "pandas.json").read_text(encoding="utf-8"))


def table(name):
    """A table with its types: from Parquet if it is there and pandas can read it, or else from CSV."""
    parquet = FOLDER / f"{name}.parquet"
    if parquet.exists():
        try:
            return pd.read_parquet(parquet)
        except ImportError:
            pass  # pandas reads Parquet with pyarrow or fastparquet
    rows = pd.read_csv(FOLDER / f"{name}.csv", **HOW_TO_READ[f"{name}.csv"])
    # In CSV a text that a spreadsheet would take for a formula has an apostrophe before it.
    return rows.replace(r"^'('*[=+\-@\t\r\n＝＋－＠])", r"\1", regex=True)


def values(column):
    """The list in each cell: it is a list in Parquet, and a text with bars in CSV."""
    return column.map(lambda cell: cell.split("|") if isinstance(cell, str) else cell)


items = table("items")
items = items[items["omission"].isna()]
topics = table("topics")
locations = table("locations")
print(len(items), "items; the years are", items["effective_from_year"].dtype)

# %% [markdown]
# The table of items gives counties by their addresses. The table of locations has their names.
# An item of several counties has a row for each of them here.

# %%
names = locations[locations["kind"] == "county"].set_index("iri")["name_en"]
by_county = items.assign(county=values(items["effective_counties"])).explode("county", ignore_index=True)
by_county["county"] = by_county["county"].map(names)

# %% [markdown]
# ## 1. What did women tell in one county in the years of the schools collection?
#
# Roles connect items with people. People of the people database and people as recorded in the schools
# collection are in two tables. An item counts if the years that hold for it and the years that are asked for overlap.

# %%
COUNTY = "Donegal"
FIRST, LAST = 1937, 1939

if COUNTY not in set(by_county["county"].dropna()):
    # The release has no item of this county: take the one with the most items.
    COUNTY = by_county["county"].dropna().value_counts().sort_index().idxmax()

people = pd.concat(
    table(name)[["iri", "name", "gender"]]
    for name in ["people", "schools-people"]
    if f"{name}.csv" in HOW_TO_READ
)
women = people[people["gender"] == "Female"].rename(columns={"iri": "person"})
roles = table("roles")
told = roles[roles["role"] == "informant"]
told = pd.DataFrame({"item": told["item"], "person": told["person"].fillna(told["schools_person"])})

first = by_county["effective_from_year"].fillna(by_county["effective_to_year"])
last = by_county["effective_to_year"].fillna(by_county["effective_from_year"])
asked = (by_county["county"] == COUNTY) & (first <= LAST) & (last >= FIRST)
women_told = (
    by_county[asked.fillna(False)][["iri", "label", "effective_edtf"]]
    .merge(told, left_on="iri", right_on="item")
    .merge(women, on="person")[["iri", "label", "effective_edtf", "name", "person"]]
    .drop_duplicates()
    .sort_values(["label", "iri", "name", "person"], ignore_index=True)
)
# Several women have one name: their records are counted. Two records may be of one woman.
print(
    f"{COUNTY}, {FIRST} to {LAST}: {women_told['iri'].nunique()} items, "
    f"told by women with {women_told['person'].nunique()} records"
)
women_told.head(20)

# %% [markdown]
# ## 2. Which topics were collected in which county?
#
# A row for each topic, a column for each county: the number of items. The topics with the most items stand first.
# Several topics have one label, and a row each.

# %%
labels = topics.set_index("iri")["label_en"].fillna(topics.set_index("iri")["label_ga"])
by_topic = by_county.assign(topic=values(by_county["topics"])).explode("topic", ignore_index=True)
by_topic["label"] = by_topic["topic"].map(labels)
topics_by_county = pd.crosstab([by_topic["label"], by_topic["topic"]], by_topic["county"])
topics_by_county = topics_by_county.loc[
    topics_by_county.sum(axis=1).sort_index().sort_values(ascending=False, kind="stable").index
]
print(f"{len(topics_by_county)} topics in {len(topics_by_county.columns)} counties")
topics_by_county.head(20)

# %% [markdown]
# ## 3. In which years were the items recorded?
#
# The first year that holds for each item, by collection: `cbe` are the main manuscripts, `cbes` is the schools collection.

# %%
items_by_year = pd.crosstab(items["effective_from_year"], items["collection"])
undated = int(items["effective_from_year"].isna().sum())
print(f"from {items_by_year.index.min()} to {items_by_year.index.max()}; {undated} items have no first year")
items_by_year.tail(20)

# %%
try:
    import matplotlib.pyplot as plt

    drawn = items_by_year.reindex(range(items_by_year.index.min(), items_by_year.index.max() + 1), fill_value=0)
    drawn.plot(figsize=(10, 4), xlabel="first year", ylabel="items", logy="sym")
    plt.show()
except ImportError:
    print("With matplotlib a drawing of the years would be here.")
