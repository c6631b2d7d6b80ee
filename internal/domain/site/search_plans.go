package site

import (
	"cmp"

	"selfcare/internal/domain/plan"
)

// routeToPlans is below which each plan has a page.
const routeToPlans = "plans"

// PlanFinds are the pages of plans. A site without a page of plans has none to be found.
func (s Site) PlanFinds(plans []plan.Plan) []Find {
	pages := Target{Route: routeToPlans}
	english, arabic := s.Link(pages, "en"), s.Link(pages, "ar")
	if english == "" {
		return nil
	}
	finds := make([]Find, len(plans))
	for i, p := range plans {
		finds[i] = Find{
			Title: either(p.NameEn, p.NameAr), Texts: []Text{either(p.DescriptionEn, p.DescriptionAr)},
			URL: Text{En: english + "/" + p.ID, Ar: arabic + "/" + p.ID},
		}
		for _, item := range p.Items {
			finds[i].Texts = append(finds[i].Texts, either(item.LabelEn, item.LabelAr))
		}
	}
	return finds
}

// either: what a plan says in one language only is shown in both.
func either(english, arabic string) Text {
	return Text{En: cmp.Or(english, arabic), Ar: cmp.Or(arabic, english)}
}
