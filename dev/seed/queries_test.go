package seed_test

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"selfcare/dev/seed"
	"selfcare/internal/domain/plan"
	"selfcare/internal/domain/site"
)

//go:embed testdata/queries.yaml
var queriesFile string

type keptQuery struct {
	Query string `yaml:"query"`
	Page  string `yaml:"page"`
	Kind  string `yaml:"kind"`
}

// halves are the stored queries by their time of writing, then by the language of the visitor.
type halves map[string]map[string][]keptQuery

func keptQueries(t *testing.T) halves {
	var kept halves
	require.NoError(t, yaml.Unmarshal([]byte(queriesFile), &kept))
	return kept
}

// seededSite is the search index of the development data.
func seededSite(t *testing.T) (site.Site, site.Searchable) {
	s, err := site.Parse(seed.SiteFile)
	require.NoError(t, err)
	catalogue, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	return s, s.Searchable(s.PlanFinds(catalogue.Plans)...)
}

func everything(site.Find) bool { return true }

func TestSearch_TypingErrorOfBothLanguages_IsMeant(t *testing.T) {
	_, known := seededSite(t)
	for query, want := range map[string]struct{ meant, page string }{
		"روميج":    {"رومينج", "/en/roaming-rates"},
		"rekharge": {"recharge", "/en/recharge"},
		"roming":   {"roaming", "/en/roaming-rates"},
		"شححن":     {"شحن", "/en/recharge"},
	} {
		found := known.Find(query, everything)
		require.Equal(t, want.meant, strings.ToLower(found.Meant), query)
		require.NotEmpty(t, found.Finds, query)
		require.Equal(t, want.page, found.Finds[0].URL.En, query)
	}
}

func TestSearch_Query_FindsItsPageInThree(t *testing.T) {
	s, known := seededSite(t)
	for half, languages := range keptQueries(t) {
		for language, queries := range languages {
			t.Run(half+" "+language, func(t *testing.T) {
				var missed []string
				for _, kept := range queries {
					if place := placeOf(known, s, kept); place == 0 || place > 3 {
						missed = append(missed, fmt.Sprintf("%s: %s is at %d", kept.Query, kept.Page, place))
					}
				}
				share := 1 - float64(len(missed))/float64(len(queries))
				t.Logf("%d %% of %d queries; missed: %q", int(share*100), len(queries), missed)
				require.GreaterOrEqual(t, share, 0.9)
			})
		}
	}
}

// placeOf is the rank of the expected page, from 1; 0 if it was not found.
func placeOf(known site.Searchable, s site.Site, kept keptQuery) int {
	want := s.Link(site.Target{Route: kept.Page}, "en")
	if want == "" {
		want = "/en/" + kept.Page
	}
	for at, find := range known.Find(kept.Query, everything).Finds {
		if find.URL.En == want {
			return at + 1
		}
	}
	return 0
}

func TestKeptQueries_Mix_IsAsPlanned(t *testing.T) {
	s, _ := seededSite(t)
	catalogue, err := plan.Parse(seed.PlansFile)
	require.NoError(t, err)
	pages := map[string]bool{}
	for _, route := range s.Routes {
		pages[route.Key] = true
	}
	for _, p := range catalogue.Plans {
		pages["plans/"+p.ID] = true
	}
	seen := map[string]bool{}
	for half, languages := range keptQueries(t) {
		for language, queries := range languages {
			kinds := map[string]int{}
			for _, kept := range queries {
				kinds[kept.Kind]++
				require.True(t, pages[kept.Page], kept.Page)
				require.False(t, seen[language+kept.Query], "twice: "+kept.Query)
				seen[language+kept.Query] = true
			}
			require.Equal(t, map[string]int{"": 15, "misspelt": 10, "other": 5}, kinds, half+" "+language)
		}
	}
	require.Len(t, seen, 120)
}
