package network

import (
	"net/http"
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// outcomeFeature is a network that cannot set it for this line.
const outcomeFeature = "feature-not-available"

// Feature is one setting of a line.
type Feature struct {
	Name  string `json:"name"`
	Item  string `json:"item"`
	Value string `json:"value"`
}

// featureNames are the features of the network.
var featureNames = []string{"language", "service", "number", "country", "promotions"}

// Numbers that choose an outcome: the network refuses the first, and sets the second without an answer.
const (
	refusedItem   = "4041"
	unheardOfItem = "4042"
)

func (s *System) serveFeatures(mux *http.ServeMux, path string) {
	mux.Handle("PUT "+path+"/features", s.ServeOperation(engine.Operation{
		Name: OperationFeature, Effect: true, Outcomes: []string{outcomeFeature}, Handle: setFeature, Magic: fromItem,
	}))
	mux.Handle("GET "+path+"/features", s.ServeOperation(engine.Operation{Name: OperationFeatures, Handle: listFeatures}))
}

func fromItem(c *engine.Call) string {
	body, _, _ := engine.Body[Feature](c)
	switch {
	case strings.HasSuffix(body.Item, refusedItem):
		return outcomeFeature
	case strings.HasSuffix(body.Item, unheardOfItem):
		return engine.OutcomeTimeoutAfterCommit
	default:
		return ""
	}
}

func setFeature(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[Feature](c)
	switch {
	case !ok:
		return refusal
	case !slices.Contains(featureNames, body.Name) || body.Value == "":
		return engine.Refuse(http.StatusBadRequest, "bad_request", "name is "+strings.Join(featureNames, ", ")+"; a value is needed")
	case c.Outcome == outcomeFeature:
		return engine.Refuse(http.StatusUnprocessableEntity, "feature_not_available", "it cannot be set for this line")
	}
	was := lineWith(c, "")
	is := was
	is.Features = slices.DeleteFunc(slices.Clone(was.Features), func(f Feature) bool { return f.Name == body.Name && f.Item == body.Item })
	is.Features = append(is.Features, body)
	change(c.Tx, was, is)
	return engine.OK(body)
}

func listFeatures(c *engine.Call) engine.Answer {
	all := lineWith(c, "").Features
	return engine.OK(map[string][]Feature{"features": append([]Feature{}, all...)})
}
